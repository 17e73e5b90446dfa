#ifndef CTELEMETRY_ZLIB_SHIM_H
#define CTELEMETRY_ZLIB_SHIM_H

#include <zlib.h>

// zlib's initialisers are macros that pass the header's version and the size of the stream; Swift does not see them.

static inline int telemetry_zlib_deflate_init(z_streamp stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int telemetry_zlib_inflate_init(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

#endif
