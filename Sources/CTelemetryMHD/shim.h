#ifndef CTELEMETRY_MHD_SHIM_H
#define CTELEMETRY_MHD_SHIM_H

#include <microhttpd.h>

// What Swift cannot call itself: variadic functions and flag macros. Nothing here decides anything.

/// Starts a daemon on a listening socket: epoll, `threads` threads, suspend and resume. NULL on failure.
static inline struct MHD_Daemon *telemetry_mhd_start(
    int listener,
    unsigned int threads,
    unsigned int connection_limit,
    unsigned int idle_seconds,
    size_t connection_memory,
    MHD_AccessHandlerCallback access,
    MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection,
    void *(*target)(void *context, const char *uri, struct MHD_Connection *connection),
    void *context)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC,
        0, NULL, NULL, access, context,
        MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int telemetry_mhd_socket(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

#endif
