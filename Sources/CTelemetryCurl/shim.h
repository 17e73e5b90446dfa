#ifndef CTELEMETRY_CURL_SHIM_H
#define CTELEMETRY_CURL_SHIM_H

// The type checks of curl_easy_setopt need the option as a constant; the functions below are the typed layer here.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function for each argument type.

typedef size_t (*telemetry_curl_data_callback)(char *_Nullable data, size_t size, size_t count, void *_Nullable context);

static inline CURLcode telemetry_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode telemetry_curl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl copies the string, except for CURLOPT_POSTFIELDS.
static inline CURLcode telemetry_curl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode telemetry_curl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode telemetry_curl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode telemetry_curl_set_callback(
    CURL *_Nonnull easy, CURLoption option, telemetry_curl_data_callback _Nullable callback) {
    return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode telemetry_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode telemetry_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// With CURLOPT_NOSIGNAL a synchronous resolver cannot time out.
static inline int telemetry_curl_resolves_asynchronously(void) {
    const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
    return info != NULL && (info->features & CURL_VERSION_ASYNCHDNS) != 0;
}

// The result of the next finished transfer of `multi`: 1 and the code if there is one, else 0.
static inline int telemetry_curl_next_result(CURLM *_Nonnull multi, CURLcode *_Nonnull code) {
    int left = 0;
    for (CURLMsg *message = curl_multi_info_read(multi, &left); message != NULL;
         message = curl_multi_info_read(multi, &left)) {
        if (message->msg == CURLMSG_DONE) {
            *code = message->data.result;
            return 1;
        }
    }
    return 0;
}

#endif
