#ifndef CTELEMETRY_SQLITE_SHIM_H
#define CTELEMETRY_SQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>

// SQLITE_TRANSIENT is a cast macro and sqlite3_db_config is variadic: both are invisible to Swift.

static inline int telemetry_sqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable bytes, int count
) {
    return sqlite3_bind_text(statement, index, bytes != NULL ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int telemetry_sqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count
) {
    return sqlite3_bind_blob(statement, index, bytes != NULL ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int telemetry_sqlite_harden(sqlite3 *_Nonnull connection) {
    int rc = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (rc == SQLITE_OK) {
        rc = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
    }
    return rc;
}

#endif
