#ifndef CTELEMETRY_ZLIB_SHIM_H
#define CTELEMETRY_ZLIB_SHIM_H

#include <zlib.h>

#endif
