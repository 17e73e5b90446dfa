/*
 * A small checkout in C that reports what goes wrong.
 *
 *     scripts/build-c
 *     export PKG_CONFIG_PATH=$PWD/.build/c/lib/pkgconfig LD_LIBRARY_PATH=$PWD/.build/c/lib
 *     cc Examples/c/main.c $(pkg-config --cflags --libs telemetry) -o checkout
 *     ./checkout DSN        the DSN is what `telemetry-relay serve` prints
 */
#include <stdio.h>
#include <string.h>
#include <telemetry.h>

/* Trouble in delivery goes into the program's own log. */
static void log_diagnostic(const telemetry_diagnostic *diagnostic, void *context) {
    fprintf((FILE *)context, "telemetry: %s\n", diagnostic->text);
}

static telemetry_reporter *start(const char *dsn) {
    telemetry_config *config = telemetry_config_new();
    telemetry_config_set_dsn(config, dsn);
    telemetry_config_set_release(config, "checkout-c@1.0.0");
    telemetry_config_set_environment(config, "example");
    telemetry_config_set_error_descriptions(config, 1);
    telemetry_config_set_diagnostics(config, log_diagnostic, stderr, NULL);

    telemetry_status status;
    telemetry_reporter *reporter = telemetry_new(config, &status);
    telemetry_config_free(config);
    /* Every call takes NULL: a checkout runs on without its reporter. */
    if (reporter == NULL) fprintf(stderr, "telemetry: %s\n", telemetry_status_text(status));
    return reporter;
}

/* What a gateway might answer. Its text holds what must not be reported, as such texts do. */
static int pay(char *answer, size_t capacity) {
    snprintf(answer, capacity, "POST /charge card=4111111111111111 cvv=737 exp=12/29: do not honor");
    return 5;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s DSN\n", argv[0]);
        return 2;
    }
    telemetry_reporter *reporter = start(argv[1]);

    char flow[TELEMETRY_ID_SIZE];
    telemetry_flow_new(flow);
    telemetry_set_tag(reporter, "screen", "payment");
    const char *device = "{\"model\":\"terminal-7\",\"battery\":0.8}";
    telemetry_set_context(reporter, "device", device, strlen(device));
    telemetry_add_breadcrumb(reporter, TELEMETRY_LEVEL_INFO, "ui", "tap on pay", "{\"amount\":\"12.50\",\"retries\":0}");

    char answer[256];
    int code = pay(answer, sizeof answer);
    if (code != 0) {
        char text[16];
        snprintf(text, sizeof text, "%02d", code);
        telemetry_error network = TELEMETRY_ERROR_INIT;
        network.type = "GatewayAnswer";
        network.domain = "gateway.http";
        network.code = "402";
        telemetry_error declined = TELEMETRY_ERROR_INIT;
        declined.type = "PaymentDeclined";
        declined.domain = "issuer";
        declined.code = text;
        declined.description = answer;
        declined.underlying = &network;

        char id[TELEMETRY_ID_SIZE];
        telemetry_status status = telemetry_capture_error(reporter, TELEMETRY_LEVEL_ERROR, &declined, flow, id);
        printf("error %s: %s\n", id, telemetry_status_text(status));
    }

    char id[TELEMETRY_ID_SIZE];
    telemetry_capture_message(
        reporter, TELEMETRY_LEVEL_WARNING, "shopper ada@example.com gave up on card 5555 5555 5555 4444",
        TELEMETRY_TERMINATED, flow, id);
    printf("message %s\n", id);

    uint64_t left = 0;
    telemetry_flush_result result = telemetry_close(reporter, 5000, &left);
    telemetry_stats stats;
    telemetry_get_stats(reporter, &stats, sizeof stats);
    printf("captured %llu, delivered %llu, left %llu\n", (unsigned long long)stats.captured,
           (unsigned long long)stats.delivered, (unsigned long long)left);
    telemetry_free(reporter);
    return result == TELEMETRY_FLUSH_FINISHED ? 0 : 1;
}
