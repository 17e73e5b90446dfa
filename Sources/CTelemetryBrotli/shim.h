#ifndef CTELEMETRY_BROTLI_SHIM_H
#define CTELEMETRY_BROTLI_SHIM_H

#include <brotli/decode.h>

#endif
