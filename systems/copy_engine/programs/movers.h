// SPDX-License-Identifier: Apache-2.0

/// The scalar movers that the benchmarks share. All return 0.

#ifndef MOVERS_H
#define MOVERS_H

#include <stddef.h>

/// The source's scalar baseline (Mao 2017, section 4): 64-bit words, unrolled by 8, when target,
/// source and length are multiples of 8; bytes otherwise.
int scalar_loop(void* target, const void* source, size_t bytes);

/// The best scalar copy of this core (experiments/unroll): any alignment and size, in words, by
/// loads that run ahead of their use; reads only bytes of the source and aligned words around them.
int fy_memcpy_scalar(void* target, const void* source, size_t bytes);

#endif
