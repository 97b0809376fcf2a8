// SPDX-License-Identifier: Apache-2.0

/// Movers of this benchmark alone. All return 0, or the engine's status.

#ifndef COPIES_H
#define COPIES_H

#include <stddef.h>

typedef int mover_t(void* target, const void* source, size_t bytes);

/// The copy engine: register writes, Transfer, FENCE, status.
int engine(void* target, const void* source, size_t bytes);

/// scalar_loop with its words unrolled by 1, 2, 4, 8 or 16; NULL for any other factor.
mover_t* scalar_unrolled(unsigned factor);

#endif
