#ifndef CTELEMETRY_SQLITE_SHIM_H
#define CTELEMETRY_SQLITE_SHIM_H

#include <sqlite3.h>

#endif
