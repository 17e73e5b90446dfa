/*
 * The C interface under use that nobody plans: NULL everywhere, wrong numbers, huge and broken text, calls after close,
 * many threads, forks. Prints what does not hold; exit 0 if everything does. Run by c_library.py.
 *
 *     c_hostile DSN        of a relay that is there
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <telemetry.h>
#include <unistd.h>

static int failures = 0;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            failures++; \
            printf("FAILED: %s:%d: %s\n", "c_hostile.c", __LINE__, #condition); \
        } \
    } while (0)

#define T TELEMETRY_TERMINATED

static void ignore_event(const char *json, size_t length, void *context) {
    (void)json, (void)length, (void)context;
}

static void null_handles(void) {
    char id[TELEMETRY_ID_SIZE] = "x";
    telemetry_stats stats;
    uint64_t left = 7;
    telemetry_error error = TELEMETRY_ERROR_INIT;
    memset(&stats, 1, sizeof stats);

    telemetry_config_free(NULL);
    telemetry_free(NULL);
    telemetry_flow_new(NULL);
    telemetry_enter_background(NULL);
    telemetry_enter_foreground(NULL);
    CHECK(telemetry_new(NULL, NULL) == NULL);
    CHECK(telemetry_config_set_dsn(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_memory(NULL, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_release(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_environment(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_sdk(NULL, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_minimum_level(NULL, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_consent(NULL, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_sample_rate(NULL, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_error_descriptions(NULL, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_max_breadcrumbs(NULL, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_ring_bytes(NULL, 1, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_intervals(NULL, 1, 1) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_spool(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_spool_limits(NULL, 0, 0, 0, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_timeouts(NULL, 0, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_ca_file(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_proxy(NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_policy(NULL, NULL, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_diagnostics(NULL, NULL, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_message(NULL, 0, NULL, 0, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_message(NULL, 0, "x", T, NULL, id) == TELEMETRY_INVALID_ARGUMENT && id[0] == 0);
    CHECK(telemetry_capture_error(NULL, 0, &error, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_json(NULL, "{}", T, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_add_breadcrumb(NULL, 0, NULL, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_set_tag(NULL, "a", "b") == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_set_context(NULL, "a", "{}", T) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_set_consent(NULL, 0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_flush(NULL, 5000, &left) == TELEMETRY_FLUSH_DISABLED && left == 0);
    CHECK(telemetry_close(NULL, 5000, NULL) == TELEMETRY_FLUSH_DISABLED);
    CHECK(telemetry_get_stats(NULL, &stats, sizeof stats) == TELEMETRY_INVALID_ARGUMENT && stats.captured == 0);
    CHECK(telemetry_get_stats(NULL, NULL, 8) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_stats_json(NULL, NULL, 0) == 2);
    CHECK(telemetry_memory(NULL, NULL, NULL) == 0);
    for (int status = -100; status < 100; status++) CHECK(strlen(telemetry_status_text(status)) > 0);
    CHECK(strcmp(telemetry_version(), TELEMETRY_VERSION) == 0);
}

/* A reporter that keeps what it would send. */
static telemetry_reporter *memory(telemetry_config *config) {
    CHECK(telemetry_config_set_memory(config, 10000) == TELEMETRY_OK);
    telemetry_status status = TELEMETRY_DROPPED;
    telemetry_reporter *reporter = telemetry_new(config, &status);
    CHECK(reporter != NULL && status == TELEMETRY_OK);
    return reporter;
}

struct search {
    const char *text;
    int hits;
    size_t longest;
};

static void look(const char *json, size_t length, void *context) {
    struct search *search = context;
    CHECK(strlen(json) == length);
    if (strstr(json, search->text) != NULL) search->hits++;
    if (length > search->longest) search->longest = length;
}

static int hits(telemetry_reporter *reporter, const char *text) {
    struct search search = {text, 0, 0};
    telemetry_memory(reporter, look, &search);
    return search.hits;
}

static void configurations(void) {
    telemetry_config *config = telemetry_config_new();
    telemetry_status status = TELEMETRY_DROPPED;
    telemetry_reporter *off = telemetry_new(config, &status);
    CHECK(off != NULL && status == TELEMETRY_OK);
    CHECK(telemetry_capture_message(off, TELEMETRY_LEVEL_ERROR, "x", T, NULL, NULL) == TELEMETRY_DROPPED);
    CHECK(telemetry_flush(off, 5000, NULL) == TELEMETRY_FLUSH_DISABLED);
    telemetry_free(off);

    const char *wrong[] = {"x", "http://", "https://a@", "https://key@host/p/1/2?x", "\xff\xfe", "ftp://a@b/1"};
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        status = telemetry_config_set_dsn(config, wrong[index]);
        if (status == TELEMETRY_OK) CHECK(telemetry_new(config, &status) == NULL);
        CHECK(status == TELEMETRY_INVALID_DSN);
    }
    CHECK(telemetry_config_set_dsn(config, "http://0123456789abcdef0123456789abcdef@example.com/1") == TELEMETRY_OK);
    CHECK(telemetry_new(config, &status) == NULL && status == TELEMETRY_INSECURE_DSN);
    CHECK(telemetry_new(config, NULL) == NULL);

    CHECK(telemetry_config_set_sample_rate(config, 1.5) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_sample_rate(config, 0.0 / 0.0) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_spool(config, "relative/path") == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_spool_limits(config, UINT64_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX) == TELEMETRY_OK);
    CHECK(telemetry_config_set_ring_bytes(config, (size_t)-1, 0) == TELEMETRY_OK);
    CHECK(telemetry_config_set_max_breadcrumbs(config, (size_t)-1) == TELEMETRY_OK);
    CHECK(telemetry_config_set_intervals(config, UINT32_MAX, UINT32_MAX) == TELEMETRY_OK);
    CHECK(telemetry_config_set_timeouts(config, UINT32_MAX, 0) == TELEMETRY_OK);
    CHECK(telemetry_config_set_policy(config, "{\"nonsense\":1}", T) == TELEMETRY_INVALID_POLICY);
    CHECK(telemetry_config_set_policy(config, "", 0) == TELEMETRY_INVALID_POLICY);
    CHECK(telemetry_config_set_policy(config, "{\"words\":{\"secret\":[\"acme voucher\"]}}", T) == TELEMETRY_OK);
    CHECK(telemetry_config_set_policy(config, "{\"words\":", T) == TELEMETRY_INVALID_POLICY);
    /* What was refused is refused again by telemetry_new, until it is set anew. */
    CHECK(telemetry_config_set_memory(config, 1) == TELEMETRY_OK);
    CHECK(telemetry_new(config, &status) == NULL && status == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_sample_rate(config, 1) == TELEMETRY_OK);
    CHECK(telemetry_new(config, &status) == NULL && status == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_config_set_spool(config, NULL) == TELEMETRY_OK);
    CHECK(telemetry_new(config, &status) == NULL && status == TELEMETRY_INVALID_POLICY);
    CHECK(telemetry_config_set_policy(config, "{\"words\":{\"secret\":[\"acme voucher\"]}}", T) == TELEMETRY_OK);
    CHECK(telemetry_config_set_release(config, "\xff\xfe\xfd") == TELEMETRY_OK);
    CHECK(telemetry_config_set_memory(config, (size_t)-1) == TELEMETRY_OK);
    telemetry_reporter *policed = telemetry_new(config, NULL);
    CHECK(policed != NULL);
    CHECK(telemetry_capture_json(policed, "{\"extra\":{\"acme_voucher\":\"kiwi-42\"}}", T, NULL) == TELEMETRY_OK);
    CHECK(hits(policed, "kiwi-42") == 0 && hits(policed, "redacted:secret") == 1);
    telemetry_free(policed);
    telemetry_config_free(config);
}

static void texts(void) {
    telemetry_config *config = telemetry_config_new();
    telemetry_reporter *reporter = memory(config);
    char id[TELEMETRY_ID_SIZE];

    /* 64 MiB of digits without an end in sight, and no NUL byte behind them. */
    size_t size = (size_t)64 << 20;
    char *huge = malloc(size);
    for (size_t index = 0; index < size; index++) huge[index] = "4111 1111 1111 1111 "[index % 20];
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, huge, size, NULL, id) == TELEMETRY_OK);
    CHECK(telemetry_capture_json(reporter, huge, size, NULL) == TELEMETRY_TOO_LARGE);
    CHECK(telemetry_set_context(reporter, "huge", huge, size) == TELEMETRY_TOO_LARGE);
    huge[size - 1] = 0;
    CHECK(telemetry_add_breadcrumb(reporter, TELEMETRY_LEVEL_INFO, huge, huge, huge) == TELEMETRY_TOO_LARGE);
    CHECK(telemetry_set_tag(reporter, huge, huge) == TELEMETRY_OK);
    telemetry_error error = TELEMETRY_ERROR_INIT;
    error.type = error.domain = error.code = error.description = huge;
    error.underlying = &error;
    CHECK(telemetry_capture_error(reporter, TELEMETRY_LEVEL_ERROR, &error, huge, NULL) == TELEMETRY_OK);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, huge, T, NULL, NULL) == TELEMETRY_OK);
    free(huge);
    CHECK(hits(reporter, "4111 1") == 0);
    struct search sizes = {"", 0, 0};
    CHECK(telemetry_memory(reporter, look, &sizes) == 3);
    CHECK(sizes.longest < 1 << 20);
    telemetry_free(reporter);

    reporter = memory(config);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_INFO, "caf\xc3\xa9 \xff\xc3 end", T, NULL, id) == TELEMETRY_OK);
    CHECK(strlen(id) == TELEMETRY_ID_SIZE - 1);
    CHECK(hits(reporter, "caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd end") == 1);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_INFO, "a\0b", 3, NULL, NULL) == TELEMETRY_OK);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_INFO, "", 0, "no flow", NULL) == TELEMETRY_OK);
    CHECK(telemetry_capture_message(reporter, 99, "odd level", T, NULL, NULL) == TELEMETRY_OK);
    CHECK(hits(reporter, "\"level\":\"error\"") == 1);
    CHECK(telemetry_capture_message(reporter, 0, NULL, 3, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_json(reporter, "{\"message\":", T, id) == TELEMETRY_INVALID_JSON && id[0] == 0);
    CHECK(telemetry_capture_json(reporter, "[]", T, NULL) == TELEMETRY_INVALID_JSON);
    /* Lengths as they come of a subtraction that went wrong. */
    CHECK(telemetry_capture_message(reporter, 1, "x", (size_t)-2, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_json(reporter, "{}", (size_t)-2, NULL) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_set_context(reporter, "c", "{}", (size_t)-2) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_capture_json(reporter, "", 0, NULL) == TELEMETRY_INVALID_JSON);
    CHECK(telemetry_capture_json(reporter, "{\"message\":\"4111 1111 1111 1111\"}", T, id) == TELEMETRY_OK);
    CHECK(hits(reporter, "4111 1111") == 0);
    CHECK(telemetry_set_context(reporter, "c", "[1]", T) == TELEMETRY_INVALID_JSON);
    CHECK(telemetry_set_context(reporter, "", "{}", T) == TELEMETRY_INVALID_ARGUMENT);
    CHECK(telemetry_set_context(reporter, "c", NULL, T) == TELEMETRY_OK);
    CHECK(telemetry_add_breadcrumb(reporter, 1, NULL, NULL, "nonsense") == TELEMETRY_INVALID_JSON);
    telemetry_error bare = TELEMETRY_ERROR_INIT;
    CHECK(telemetry_capture_error(reporter, TELEMETRY_LEVEL_FATAL, &bare, NULL, NULL) == TELEMETRY_OK);
    CHECK(hits(reporter, "\"type\":\"Error\"") == 1);
    bare.size = 0;
    CHECK(telemetry_capture_error(reporter, TELEMETRY_LEVEL_FATAL, &bare, NULL, NULL) == TELEMETRY_INVALID_ARGUMENT);

    /* A hundred thousand brackets. */
    char *deep = malloc(200001);
    memset(deep, '[', 100000);
    memset(deep + 100000, ']', 100000);
    deep[200000] = 0;
    CHECK(telemetry_set_context(reporter, "deep", deep, T) == TELEMETRY_INVALID_JSON);
    (void)telemetry_capture_json(reporter, deep, T, NULL);
    free(deep);

    char text[16], all[2048];
    size_t length = telemetry_stats_json(reporter, NULL, 0);
    CHECK(length > 100 && telemetry_stats_json(reporter, all, sizeof all) == length && strlen(all) == length);
    CHECK(telemetry_stats_json(reporter, text, sizeof text) == length && strlen(text) == sizeof text - 1);
    CHECK(telemetry_stats_json(reporter, all, (size_t)-1) == length && strlen(all) == length);
    CHECK(telemetry_stats_json(reporter, text, 1) == length && text[0] == 0);
    CHECK(telemetry_stats_json(reporter, text, sizeof text) == length);
    CHECK(strncmp(all, text, sizeof text - 1) == 0 && strstr(all, "\"dropped\":{") != NULL);
    struct {
        telemetry_stats known;
        uint64_t newer;
    } future;
    memset(&future, 0xff, sizeof future);
    CHECK(telemetry_get_stats(reporter, &future.known, sizeof future) == TELEMETRY_OK && future.newer == 0);
    CHECK(future.known.captured > 0);
    uint64_t older[2] = {99, 99};
    CHECK(telemetry_get_stats(reporter, (telemetry_stats *)older, 8) == TELEMETRY_OK);
    CHECK(older[0] == future.known.captured && older[1] == 99);
    telemetry_free(reporter);
    telemetry_config_free(config);
}

static int released = 0;

static void release(void *context) {
    __atomic_fetch_add((int *)context, 1, __ATOMIC_SEQ_CST);
}

static int told = 0;

static void tell(const telemetry_diagnostic *diagnostic, void *context) {
    (void)context;
    CHECK(diagnostic->size == sizeof *diagnostic && strlen(diagnostic->text) > 0);
    CHECK((diagnostic->reason != NULL) == (diagnostic->kind == TELEMETRY_DIAGNOSTIC_DROPPED));
    __atomic_fetch_add(&told, 1, __ATOMIC_SEQ_CST);
}

static void ends(const char *dsn) {
    telemetry_config *config = telemetry_config_new();
    CHECK(telemetry_config_set_dsn(config, dsn) == TELEMETRY_OK);
    CHECK(telemetry_config_set_diagnostics(config, tell, &released, release) == TELEMETRY_OK);
    telemetry_reporter *reporter = telemetry_new(config, NULL);
    telemetry_config_free(config);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "before close", T, NULL, NULL) == TELEMETRY_OK);
    CHECK(telemetry_flush(reporter, 10000, NULL) == TELEMETRY_FLUSH_FINISHED);
    CHECK(telemetry_close(reporter, 10000, NULL) == TELEMETRY_FLUSH_FINISHED);
    CHECK(telemetry_close(reporter, 10000, NULL) == TELEMETRY_FLUSH_FINISHED);
    CHECK(telemetry_flush(reporter, 10000, NULL) == TELEMETRY_FLUSH_FINISHED);
    CHECK(telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "after", T, NULL, NULL) == TELEMETRY_DROPPED);
    (void)telemetry_add_breadcrumb(reporter, 1, "c", "m", NULL);
    CHECK(telemetry_set_tag(reporter, "a", "b") == TELEMETRY_OK);
    telemetry_enter_background(reporter);
    telemetry_enter_foreground(reporter);
    telemetry_stats stats;
    CHECK(telemetry_get_stats(reporter, &stats, sizeof stats) == TELEMETRY_OK);
    CHECK(stats.captured == 2 && stats.delivered == 1 && stats.dropped == 1 && stats.last_status == 200);
    telemetry_free(reporter);
    for (int waited = 0; waited < 1000 && __atomic_load_n(&released, __ATOMIC_SEQ_CST) == 0; waited++) usleep(10000);
    CHECK(__atomic_load_n(&released, __ATOMIC_SEQ_CST) == 1);

    /* Nobody there; freed without a close, while its thread is at work. */
    config = telemetry_config_new();
    telemetry_config_set_dsn(config, "http://0123456789abcdef0123456789abcdef@127.0.0.1:9/1");
    telemetry_config_set_diagnostics(config, tell, &released, release);
    for (int round = 0; round < 20; round++) {
        reporter = telemetry_new(config, NULL);
        telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "nobody", T, NULL, NULL);
        if (round % 2 == 0) {
            uint64_t left = 0;
            CHECK(telemetry_flush(reporter, 20, &left) == TELEMETRY_FLUSH_TIMED_OUT && left == 1);
        }
        telemetry_free(reporter);
    }
    telemetry_config_free(config);
    for (int waited = 0; waited < 1000 && __atomic_load_n(&released, __ATOMIC_SEQ_CST) < 2; waited++) usleep(10000);
    CHECK(__atomic_load_n(&released, __ATOMIC_SEQ_CST) == 2);
    CHECK(__atomic_load_n(&told, __ATOMIC_SEQ_CST) > 0);
}

#ifndef STACK_KIB
#define STACK_KIB 64
#endif

enum { THREADS = 8, ROUNDS = 500 };

static void *hammer(void *context) {
    telemetry_reporter *reporter = context;
    char id[TELEMETRY_ID_SIZE];
    char buffer[512];
    for (int round = 0; round < ROUNDS; round++) {
        telemetry_error error = TELEMETRY_ERROR_INIT;
        error.type = "Busy";
        telemetry_add_breadcrumb(reporter, TELEMETRY_LEVEL_INFO, "load", "a step", "{\"n\":1}");
        telemetry_set_tag(reporter, "thread", round % 2 == 0 ? "even" : NULL);
        telemetry_set_context(reporter, "load", "{\"a\":1}", T);
        telemetry_capture_message(reporter, TELEMETRY_LEVEL_INFO, "card 4111 1111 1111 1111", T, NULL, id);
        telemetry_capture_error(reporter, TELEMETRY_LEVEL_ERROR, &error, NULL, id);
        telemetry_capture_json(reporter, "{\"message\":\"m\"}", T, id);
        telemetry_stats_json(reporter, buffer, sizeof buffer);
        telemetry_memory(reporter, ignore_event, NULL);
        if (round % 100 == 0) telemetry_flush(reporter, 1, NULL);
        if (round % 50 == 0) telemetry_enter_background(reporter);
    }
    return NULL;
}

static void threads(const char *dsn) {
    telemetry_config *config = telemetry_config_new();
    telemetry_config_set_dsn(config, dsn);
    telemetry_reporter *reporter = telemetry_new(config, NULL);
    telemetry_config_free(config);
    pthread_t running[THREADS];
    for (int index = 0; index < THREADS; index++) pthread_create(&running[index], NULL, hammer, reporter);
    for (int index = 0; index < THREADS; index++) pthread_join(running[index], NULL);
    telemetry_close(reporter, 20000, NULL);
    telemetry_stats stats;
    telemetry_get_stats(reporter, &stats, sizeof stats);
    CHECK(stats.captured == THREADS * ROUNDS * 3);
    CHECK(stats.captured == stats.delivered + stats.dropped && stats.pending == 0 && stats.persisted == 0);
    printf("threads: %llu captured, %llu delivered\n", (unsigned long long)stats.captured,
           (unsigned long long)stats.delivered);
    telemetry_free(reporter);
}

/* In a child a reporter is empty, but for what every event carries along. */
static void scope_after_fork(void) {
    telemetry_config *config = telemetry_config_new();
    telemetry_config_set_release(config, "parent@1");
    telemetry_reporter *reporter = memory(config);
    telemetry_config_free(config);
    telemetry_set_tag(reporter, "kept", "tag-of-parent");
    telemetry_set_context(reporter, "kept", "{\"a\":\"context-of-parent\"}", T);
    telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "event-of-parent", T, NULL, NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(30);
        if (hits(reporter, "event-of-parent") != 0) _exit(2);
        telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "event-of-child", T, NULL, NULL);
        if (hits(reporter, "event-of-child") != 1 || hits(reporter, "tag-of-parent") != 1) _exit(3);
        if (hits(reporter, "context-of-parent") != 1 || hits(reporter, "parent@1") != 1) _exit(4);
        telemetry_free(reporter);
        _exit(0);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(hits(reporter, "event-of-parent") == 1 && hits(reporter, "event-of-child") == 0);
    telemetry_free(reporter);
}

static void *capture_everything(void *context) {
    telemetry_reporter *reporter = context;
    telemetry_error inner = TELEMETRY_ERROR_INIT;
    inner.type = inner.description = "4111%25201111%25201111%25201111 %7B%22a%22%3A%22Basic dXNlcjpwYXNzd29yZA==%22%7D";
    telemetry_error outer = inner;
    outer.underlying = &inner;
    char nested[256];
    memset(nested, '[', 90);
    memset(nested + 90, ']', 90);
    nested[180] = 0;
    char json[512];
    snprintf(json, sizeof json, "{\"extra\":{\"a\":%s,\"t\":\"{\\\"b\\\":\\\"4111 1111 1111 1111\\\"}\"}}", nested);
    CHECK(telemetry_capture_json(reporter, json, T, NULL) == TELEMETRY_OK);
    telemetry_set_context(reporter, "checkout_raw", "{\"url\":\"https://a.example/b?c=d\",\"note\":\"A B\"}", T);
    telemetry_add_breadcrumb(reporter, 1, "c", inner.type, "{\"a\":[[[[1]]]]}");
    CHECK(telemetry_capture_error(reporter, TELEMETRY_LEVEL_ERROR, &outer, NULL, NULL) == TELEMETRY_OK);
    return NULL;
}

/* The header promises that 64 KiB are enough. */
static void small_stacks(void) {
    telemetry_config *config = telemetry_config_new();
    telemetry_config_set_error_descriptions(config, 1);
    telemetry_reporter *reporter = memory(config);
    telemetry_config_free(config);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, STACK_KIB << 10) == 0);
    CHECK(pthread_create(&thread, &attributes, capture_everything, reporter) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    CHECK(telemetry_memory(reporter, NULL, NULL) == 2 && hits(reporter, "1111%25") == 0 && hits(reporter, "4111 1") == 0);
    telemetry_free(reporter);
}

static void forks(const char *dsn) {
    telemetry_config *config = telemetry_config_new();
    telemetry_config_set_dsn(config, dsn);
    telemetry_reporter *reporter = telemetry_new(config, NULL);
    telemetry_config_free(config);
    telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "parent", T, NULL, NULL);
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(30);
            telemetry_stats stats;
            telemetry_get_stats(reporter, &stats, sizeof stats);
            if (stats.captured != 0) _exit(2);
            if (telemetry_capture_message(reporter, TELEMETRY_LEVEL_ERROR, "child", T, NULL, NULL) != TELEMETRY_OK) _exit(3);
            if (telemetry_close(reporter, 10000, NULL) != TELEMETRY_FLUSH_FINISHED) _exit(4);
            telemetry_get_stats(reporter, &stats, sizeof stats);
            if (stats.delivered != 1) _exit(5);
            telemetry_free(reporter);
            _exit(0);
        }
        int status = -1;
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    CHECK(telemetry_close(reporter, 10000, NULL) == TELEMETRY_FLUSH_FINISHED);
    telemetry_stats stats;
    telemetry_get_stats(reporter, &stats, sizeof stats);
    CHECK(stats.captured == 1 && stats.delivered == 1);
    telemetry_free(reporter);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    null_handles();
    configurations();
    texts();
    ends(argv[1]);
    threads(argv[1]);
    /* A child inherits what is buffered. */
    fflush(stdout);
    small_stacks();
    scope_after_fork();
    forks(argv[1]);
    printf("%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
