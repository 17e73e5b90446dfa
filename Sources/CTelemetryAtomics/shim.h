#ifndef CTELEMETRY_ATOMICS_SHIM_H
#define CTELEMETRY_ATOMICS_SHIM_H

#include <stdint.h>

#ifdef __linux__
#include <sys/prctl.h>

// Names the calling thread for debuggers and /proc. prctl is variadic, which Swift cannot call.
static inline void telemetry_thread_set_name(const char *_Nonnull name) {
    (void)prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}
#endif

// 64-bit atomics over plain storage. The Synchronization module is above the platform floor.

static inline uint64_t telemetry_atomic_load(const uint64_t *_Nonnull cell) {
    return __atomic_load_n(cell, __ATOMIC_ACQUIRE);
}

static inline void telemetry_atomic_store(uint64_t *_Nonnull cell, uint64_t value) {
    __atomic_store_n(cell, value, __ATOMIC_RELEASE);
}

static inline uint64_t telemetry_atomic_add(uint64_t *_Nonnull cell, uint64_t value) {
    return __atomic_fetch_add(cell, value, __ATOMIC_ACQ_REL);
}

static inline uint64_t telemetry_atomic_exchange(uint64_t *_Nonnull cell, uint64_t value) {
    return __atomic_exchange_n(cell, value, __ATOMIC_ACQ_REL);
}

#endif
