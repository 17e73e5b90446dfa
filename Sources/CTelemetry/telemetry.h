/**
 * telemetry.h: the reporter for programs that are not written in Swift.
 *
 * It takes errors, messages and breadcrumbs, removes card numbers, codes, tokens and personal data from them on the
 * calling thread, and delivers what is left to a relay or to any Sentry-compatible server. Link with -ltelemetry.
 *
 *     telemetry_config *config = telemetry_config_new();
 *     telemetry_config_set_dsn(config, "https://PUBLIC_KEY@relay.example.com/1");
 *     telemetry_config_set_release(config, "checkout@4.2.0");
 *
 *     telemetry_status status;
 *     telemetry_reporter *reporter = telemetry_new(config, &status);
 *     telemetry_config_free(config);
 *     if (reporter == NULL) fprintf(stderr, "telemetry: %s\n", telemetry_status_text(status));
 *
 *     telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "issuer refused", TELEMETRY_TERMINATED, NULL, NULL);
 *
 *     telemetry_close(reporter, 2000, NULL);
 *     telemetry_free(reporter);
 *
 * Rules that hold for every function here
 *
 * - NULL. A NULL handle makes a call do nothing and say so: a program runs on with reporter == NULL. A NULL text is an
 *   empty one or none, as each function says. Short of memory running out, no function aborts, raises a signal, throws
 *   or writes to a stream.
 * - Text is UTF-8, and ends with a NUL byte unless a length goes with it. Bytes that are no UTF-8 become U+FFFD. Texts
 *   have a limit, which each function names; what is over it is cut, and a cut text ends in an ellipsis. Texts are read
 *   no further than their limit.
 * - Memory. What is passed in stays the caller's and is copied before the call returns. What comes out is written into
 *   the caller's memory, or is static and never freed. Only two things are to be freed, each by its own function:
 *   telemetry_config by telemetry_config_free, telemetry_reporter by telemetry_free.
 * - Threads. A reporter may be used from any number of threads at once, without a lock of the caller's. A configuration
 *   belongs to one thread at a time. telemetry_free is the last call for its handle, as free(3) is for memory: no other
 *   call with that handle may be running or follow.
 * - Blocking. Only telemetry_flush and telemetry_close wait, and not longer than they are told, give or take 50 ms. No
 *   other call does I/O, but that the first telemetry_new with a DSN initialises libcurl for the process. Calls need
 *   64 KiB of stack, and may change errno.
 * - Signals. No handler is installed. The reporter's one thread has every signal blocked but those of its own faults.
 * - fork. In a child every reporter goes on empty, with its settings, tags and contexts; what the parent had captured
 *   stays the parent's. No call of the library is safe inside a signal handler.
 * - Unloading. The library stays loaded once it is: dlclose has no effect.
 *
 * Compatibility. Functions, constants and fields are added, never changed or removed, while the name of the library stays
 * libtelemetry.so.0. Structures carry or come with their size, so that programs and libraries of different versions work
 * together. Enumerations are int32_t with constants, the same on every compiler; a value that a program does not know
 * is to be taken as "something else".
 */
#ifndef TELEMETRY_H
#define TELEMETRY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define TELEMETRY_API __attribute__((visibility("default")))
#else
#define TELEMETRY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. */
#define TELEMETRY_VERSION "0.1.0"

/** The version of the library that is running, as in "0.1.0". Static. */
TELEMETRY_API const char *telemetry_version(void);

/** In place of a length: the text ends with a NUL byte. */
#define TELEMETRY_TERMINATED ((size_t)-1)

/** Bytes of an event's or flow's id as text: 32 hexadecimal digits and a NUL byte. */
#define TELEMETRY_ID_SIZE 33

/** What became of a call. Negative: the call was wrong, and had no effect but what its function says. */
typedef int32_t telemetry_status;
enum {
    /** Done. */
    TELEMETRY_OK = 0,
    /** The event was not taken: consent, level, sampling, a full ring, or a closed reporter. It is counted. */
    TELEMETRY_DROPPED = 1,
    /** A NULL where something must be, a structure without its size, or a number or length out of range. */
    TELEMETRY_INVALID_ARGUMENT = -1,
    /** Not JSON, or not an object. */
    TELEMETRY_INVALID_JSON = -2,
    /** Over the limit of its kind. */
    TELEMETRY_TOO_LARGE = -3,
    /** The DSN cannot be read. */
    TELEMETRY_INVALID_DSN = -4,
    /** The DSN is plain http to another host than this one. */
    TELEMETRY_INSECURE_DSN = -5,
    /** The policy document has a fault; nothing of it holds. */
    TELEMETRY_INVALID_POLICY = -6
};

/** What a status means, in English, for a log. Static, never NULL. */
TELEMETRY_API const char *telemetry_status_text(telemetry_status status);

/** Severity. What is none of these counts as an error. */
typedef int32_t telemetry_level;
enum {
    /** For developers. */
    TELEMETRY_LEVEL_DEBUG = 0,
    /** Worth knowing. */
    TELEMETRY_LEVEL_INFO = 1,
    /** Something odd that did not stop the flow. */
    TELEMETRY_LEVEL_WARNING = 2,
    /** A failure. */
    TELEMETRY_LEVEL_ERROR = 3,
    /** The process or flow cannot go on. */
    TELEMETRY_LEVEL_FATAL = 4
};

/** Whether the person at the other end has agreed. What is none of these counts as denied. */
typedef int32_t telemetry_consent;
enum {
    /** Declined: what is held is dropped, and nothing is kept, sent or written. */
    TELEMETRY_CONSENT_DENIED = 0,
    /** Not asked yet: events are kept in memory, and nothing is sent or written. */
    TELEMETRY_CONSENT_PENDING = 1,
    /** Events are delivered. */
    TELEMETRY_CONSENT_GRANTED = 2
};

/* Configuration ---------------------------------------------------------------------------------------------------- */

/**
 * How a reporter is to behave. Reporters keep their own copy: it may be freed once they are made, or used again.
 *
 * What a setter refuses stays as it was, and telemetry_new refuses with the same status until that setter gets something
 * better: a program that looks at nothing but telemetry_new misses no mistake.
 */
typedef struct telemetry_config telemetry_config;

/** A configuration that does nothing yet: without a DSN or memory a reporter is off. */
TELEMETRY_API telemetry_config *telemetry_config_new(void);

/** Frees a configuration. NULL is fine. */
TELEMETRY_API void telemetry_config_free(telemetry_config *config);

/**
 * Delivers events to a DSN: https://<public key>@host[:port]/<project>, plain http for this machine only. NULL or "" turns
 * the reporter off: no thread, no socket, no file. The DSN is looked at by telemetry_new.
 */
TELEMETRY_API telemetry_status telemetry_config_set_dsn(telemetry_config *config, const char *dsn);

/**
 * Keeps the newest events in memory and sends nothing, in place of a DSN: telemetry_memory gives back exactly what would
 * have been sent. One event at least, and 16 MiB at most.
 */
TELEMETRY_API telemetry_status telemetry_config_set_memory(telemetry_config *config, size_t events);

/** The version of the program, as in "checkout@4.2.0". 200 bytes. */
TELEMETRY_API telemetry_status telemetry_config_set_release(telemetry_config *config, const char *release);

/** Where it runs, as in "production". 200 bytes. */
TELEMETRY_API telemetry_status telemetry_config_set_environment(telemetry_config *config, const char *environment);

/** The name and version of what embeds the reporter, in letters, digits, '.', '-' and '_'. 64 bytes each. */
TELEMETRY_API telemetry_status telemetry_config_set_sdk(telemetry_config *config, const char *name, const char *version);

/** Events below this level are counted and dropped. Default: TELEMETRY_LEVEL_DEBUG, so none. */
TELEMETRY_API telemetry_status telemetry_config_set_minimum_level(telemetry_config *config, telemetry_level level);

/** The consent to begin with. Default: TELEMETRY_CONSENT_GRANTED. */
TELEMETRY_API telemetry_status telemetry_config_set_consent(telemetry_config *config, telemetry_consent consent);

/** The share of events that is kept, 0 to 1. Events of one flow are kept or left out together. Default: 1. */
TELEMETRY_API telemetry_status telemetry_config_set_sample_rate(telemetry_config *config, double rate);

/** Whether the descriptions of errors are sent (scrubbed, URLs cut to scheme and host). 0, the default: they are not. */
TELEMETRY_API telemetry_status telemetry_config_set_error_descriptions(telemetry_config *config, int32_t enabled);

/** How many breadcrumbs an event carries, 0 to 200; 16 KiB of them at most. Default: 100. */
TELEMETRY_API telemetry_status telemetry_config_set_max_breadcrumbs(telemetry_config *config, size_t count);

/**
 * Bytes of memory for errors and worse, and for everything else, that wait to be sent: 4 KiB to 64 MiB each, and no event
 * can be larger. Default: 1,088 KiB each.
 */
TELEMETRY_API telemetry_status telemetry_config_set_ring_bytes(
    telemetry_config *config, size_t for_errors, size_t for_others);

/** How long an event waits for company, and how long an error does; an hour at most. Default: 5,000 and 500 ms. */
TELEMETRY_API telemetry_status telemetry_config_set_intervals(
    telemetry_config *config, uint32_t interval_ms, uint32_t error_interval_ms);

/**
 * Keeps what could not be sent yet in files below an absolute path, so that it survives the process. The directory is made
 * with mode 0700; its parent must exist. NULL or "", the default: no file is touched.
 */
TELEMETRY_API telemetry_status telemetry_config_set_spool(telemetry_config *config, const char *directory);

/**
 * Limits of the spool: bytes of files, number of files, seconds a batch is kept, tries of one batch that reached the server.
 * 0: the default, 5,000,000 bytes, 200 files, 7 days, 10 tries.
 */
TELEMETRY_API telemetry_status telemetry_config_set_spool_limits(
    telemetry_config *config, uint64_t bytes, uint32_t files, uint32_t seconds, uint32_t tries);

/** Time for look-up, connection and TLS together (0.1 to 60 s), and for a whole request (0.1 to 300 s). Default: 5 and 15 s. */
TELEMETRY_API telemetry_status telemetry_config_set_timeouts(
    telemetry_config *config, uint32_t connect_ms, uint32_t request_ms);

/** A PEM file of the certificate authorities to trust in place of the system's. NULL: SSL_CERT_FILE, or the system's. */
TELEMETRY_API telemetry_status telemetry_config_set_ca_file(telemetry_config *config, const char *path);

/** A proxy's URL. NULL, the default: none, whatever the environment says. */
TELEMETRY_API telemetry_status telemetry_config_set_proxy(telemetry_config *config, const char *url);

/**
 * Rules beside the built-in ones, as a JSON document of 256 KiB at most (docs/POLICY.md). They add to what is removed, and
 * loosen nothing about payment data. One fault and nothing of it holds (TELEMETRY_INVALID_POLICY). NULL: the built-in ones.
 */
TELEMETRY_API telemetry_status telemetry_config_set_policy(telemetry_config *config, const char *json, size_t length);

/** What a diagnostic is about. */
typedef int32_t telemetry_diagnostic_kind;
enum {
    /** Events were lost: `count` of them, for the reason in `reason`. */
    TELEMETRY_DIAGNOSTIC_DROPPED = 1,
    /** A request got no answer; `code` is libcurl's. */
    TELEMETRY_DIAGNOSTIC_UNREACHABLE = 2,
    /** A request was refused; `code` is the HTTP status. */
    TELEMETRY_DIAGNOSTIC_REFUSED = 3,
    /** The spool takes nothing for a minute; `code` is an errno. */
    TELEMETRY_DIAGNOSTIC_SPOOL_UNAVAILABLE = 4,
    /** The spool works again. */
    TELEMETRY_DIAGNOSTIC_SPOOL_AVAILABLE = 5,
    /** Five failures in a row: from now on one try a back-off step. */
    TELEMETRY_DIAGNOSTIC_BREAKER_OPENED = 6,
    /** The server answers again. */
    TELEMETRY_DIAGNOSTIC_BREAKER_CLOSED = 7
};

/** Trouble in delivery, for the program's own log. Never holds a byte of an event. Valid during the call only. */
typedef struct telemetry_diagnostic {
    /** Bytes that the library has filled in; a field beyond them does not exist. */
    size_t size;
    /** What it is about. */
    telemetry_diagnostic_kind kind;
    /** The code that belongs to the kind, or 0. */
    int32_t code;
    /** Events, or 0. */
    uint64_t count;
    /** The reason of a drop, as in "queue_overflow", or NULL. */
    const char *reason;
    /** All of it in English. Never NULL. */
    const char *text;
} telemetry_diagnostic;

/** Called on the reporter's own thread. Must return quickly; may capture, but neither flush, close nor free. */
typedef void (*telemetry_diagnostics_fn)(const telemetry_diagnostic *diagnostic, void *context);

/** Called once, on any thread, when the context it gets will not be used any more. */
typedef void (*telemetry_release_fn)(void *context);

/**
 * Tells `callback` about trouble in delivery. `context` goes with every call; it must live until `release` was called with
 * it, which is after the configuration and every reporter made of it were freed. `release` may be NULL. A NULL callback
 * ends it.
 */
TELEMETRY_API telemetry_status telemetry_config_set_diagnostics(
    telemetry_config *config, telemetry_diagnostics_fn callback, void *context, telemetry_release_fn release);

/* Reporters -------------------------------------------------------------------------------------------------------- */

/** Takes events, scrubs, batches and delivers them. Independent of every other one of the process. */
typedef struct telemetry_reporter telemetry_reporter;

/**
 * A reporter. NULL if the configuration cannot be used, and then `status`, unless it is NULL, says why. Opens nothing: the
 * thread and the connection are made for the first event.
 */
TELEMETRY_API telemetry_reporter *telemetry_new(const telemetry_config *config, telemetry_status *status);

/**
 * Frees a reporter. Does not wait: events that were not delivered are lost, or stay in the spool if there is one; call
 * telemetry_close first. NULL is fine.
 */
TELEMETRY_API void telemetry_free(telemetry_reporter *reporter);

/* Capturing: of every function the text is scrubbed before the call returns. `event_id`, unless it is NULL, has room for
   TELEMETRY_ID_SIZE bytes, and gets the event's id, or "" if there is no event. */

/** Writes the id of a new flow into `flow`, TELEMETRY_ID_SIZE bytes. Events of one checkout attempt carry the same. */
TELEMETRY_API void telemetry_flow_new(char *flow);

/**
 * Reports a message. 64 KiB of it. `flow` is the flow that it belongs to (32 hexadecimal digits or a UUID), or NULL; what is
 * no id is left out. NULL text: TELEMETRY_INVALID_ARGUMENT.
 */
TELEMETRY_API telemetry_status telemetry_capture_message(
    telemetry_reporter *reporter, telemetry_level level, const char *text, size_t length, const char *flow, char *event_id);

/** An error, and what lies behind it. Begin with TELEMETRY_ERROR_INIT, which fills in the size. */
typedef struct telemetry_error {
    /** sizeof(telemetry_error). */
    size_t size;
    /** The name of its kind, as in "NetworkError": the first part of the event's title. NULL: "Error". 512 bytes. */
    const char *type;
    /** The family of its codes, as in "payments.network". NULL: its type. 512 bytes. */
    const char *domain;
    /** Which one of the family, as in "timeout" or "-1001". NULL: none. 512 bytes. */
    const char *code;
    /** What happened, in words: only sent if telemetry_config_set_error_descriptions says so. NULL: nothing. 8 KiB. */
    const char *description;
    /** The error behind this one, or NULL. Seven are followed; one without its size ends them. */
    const struct telemetry_error *underlying;
} telemetry_error;

/** A telemetry_error with nothing but its size. */
#define TELEMETRY_ERROR_INIT { sizeof(telemetry_error), NULL, NULL, NULL, NULL, NULL }

/** Reports an error. `flow` as above. */
TELEMETRY_API telemetry_status telemetry_capture_error(
    telemetry_reporter *reporter, telemetry_level level, const telemetry_error *error, const char *flow, char *event_id);

/**
 * Reports a whole event in Sentry's event format: a JSON object of 1 MiB at most. What it lacks (id, timestamp, level,
 * platform, sdk, release, environment) is filled in; tags, contexts and breadcrumbs of the reporter are not added.
 */
TELEMETRY_API telemetry_status telemetry_capture_json(
    telemetry_reporter *reporter, const char *json, size_t length, char *event_id);

/**
 * Adds a breadcrumb: what happened before, for the events to come. 8 KiB of the message, 200 bytes of the category (NULL:
 * "default"). `data` is a JSON object of 64 KiB at most, or NULL; what is wrong with it is told, and the breadcrumb is
 * added without it.
 */
TELEMETRY_API telemetry_status telemetry_add_breadcrumb(
    telemetry_reporter *reporter, telemetry_level level, const char *category, const char *message, const char *data);

/** Sets a tag of all later events; a NULL value removes it. 200 bytes of the name, 1 KiB of the value, 200 tags. */
TELEMETRY_API telemetry_status telemetry_set_tag(telemetry_reporter *reporter, const char *name, const char *value);

/**
 * Sets a context of all later events, a JSON object; NULL removes it. A context that takes more than 16 KiB is not taken,
 * and later events say so. The context "checkout_raw" is scrubbed by the strict profile.
 */
TELEMETRY_API telemetry_status telemetry_set_context(
    telemetry_reporter *reporter, const char *name, const char *json, size_t length);

/** Takes a new consent into force, at once and for everything that is held. */
TELEMETRY_API telemetry_status telemetry_set_consent(telemetry_reporter *reporter, telemetry_consent consent);

/* Life ------------------------------------------------------------------------------------------------------------- */

/** What a flush or close came to. */
typedef int32_t telemetry_flush_result;
enum {
    /** Nothing captured before the call waits any more. */
    TELEMETRY_FLUSH_FINISHED = 0,
    /** Not all of it could be delivered in time; the rest is on the disk, and is sent by this process or a later one. */
    TELEMETRY_FLUSH_PERSISTED = 1,
    /** The time is over, and events still wait in memory; after telemetry_close they are dropped. */
    TELEMETRY_FLUSH_TIMED_OUT = 2,
    /** There is nothing to flush: no reporter, no DSN, or no consent. */
    TELEMETRY_FLUSH_DISABLED = 3
};

/**
 * Sends what was captured so far, and waits for it, `timeout_ms` at the longest. `left`, unless it is NULL, gets the number
 * of events that are on the disk or still wait.
 */
TELEMETRY_API telemetry_flush_result telemetry_flush(telemetry_reporter *reporter, uint32_t timeout_ms, uint64_t *left);

/**
 * As telemetry_flush, and ends the reporter: later events are counted and dropped, its thread and connection go. Called
 * again, this and telemetry_flush return TELEMETRY_FLUSH_FINISHED at once. The handle stays valid until telemetry_free.
 */
TELEMETRY_API telemetry_flush_result telemetry_close(telemetry_reporter *reporter, uint32_t timeout_ms, uint64_t *left);

/** The program may be suspended or ended any moment: what waits leaves at once. Does not wait for it. */
TELEMETRY_API void telemetry_enter_background(telemetry_reporter *reporter);

/** The program is in use again: what waits is tried again at once, unless the server has asked to wait. */
TELEMETRY_API void telemetry_enter_foreground(telemetry_reporter *reporter);

/* Looking in ------------------------------------------------------------------------------------------------------- */

/**
 * What became of events so far, in one consistent snapshot. At any time
 * captured + adopted = delivered + persisted + pending + dropped.
 */
typedef struct telemetry_stats {
    /** Events handed to the reporter. */
    uint64_t captured;
    /** Events taken over from the spool of an earlier process. */
    uint64_t adopted;
    /** Events that the server has. */
    uint64_t delivered;
    /** Of these, how many it had before. */
    uint64_t duplicates;
    /** Events that wait or are under way, and are on the disk, too. */
    uint64_t persisted;
    /** Events that wait or are under way, in memory only. */
    uint64_t pending;
    /** Events lost. */
    uint64_t dropped;
    /** Events that wait in memory before a batch takes them, and their bytes. */
    uint64_t queued_events;
    uint64_t queued_bytes;
    /** Requests sent, and those that were answered. */
    uint64_t requests;
    uint64_t answers;
    /** Files of batches in the spool, and bytes of all of it. */
    uint64_t spool_files;
    uint64_t spool_bytes;
    /** The HTTP status of the last answer, or 0. */
    int32_t last_status;
    /** Failures in a row. */
    int32_t consecutive_failures;
    /** 1 while the circuit breaker is open. */
    int32_t breaker_open;
    /** Why the spool takes nothing (an errno), or 0. */
    int32_t spool_error;
} telemetry_stats;

/** Fills in `stats`; `size` is sizeof(telemetry_stats). What an older library does not know is 0. */
TELEMETRY_API telemetry_status telemetry_get_stats(
    const telemetry_reporter *reporter, telemetry_stats *stats, size_t size);

/**
 * The same as a JSON object, with the drops by reason under "dropped". Writes at most `capacity` bytes into `buffer`, NUL byte
 * included, and returns the length of the whole without it, as snprintf does: what is cut was too long.
 */
TELEMETRY_API size_t telemetry_stats_json(const telemetry_reporter *reporter, char *buffer, size_t capacity);

/** Gets an event as JSON, a NUL byte behind it. Valid during the call only. */
typedef void (*telemetry_event_fn)(const char *json, size_t length, void *context);

/**
 * Shows what telemetry_config_set_memory has kept, oldest first, byte for byte as it would have left. Returns how many events
 * there are; `visit` may be NULL.
 */
TELEMETRY_API size_t telemetry_memory(const telemetry_reporter *reporter, telemetry_event_fn visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
