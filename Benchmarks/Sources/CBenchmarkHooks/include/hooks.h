#ifndef BENCHMARK_HOOKS_H
#define BENCHMARK_HOOKS_H

#include <stdint.h>

/// How many blocks of memory this process has asked for since it began.
uint64_t benchmark_allocations(void);

/// How many of them the calling thread has asked for.
uint64_t benchmark_thread_allocations(void);

/// CPU time of the calling thread in nanoseconds.
uint64_t benchmark_thread_nanoseconds(void);

/// A counter of user-mode instructions of the calling thread, or -1 where the kernel gives none.
int benchmark_instructions_open(void);

/// What the counter stands at.
uint64_t benchmark_instructions(int descriptor);

#endif
