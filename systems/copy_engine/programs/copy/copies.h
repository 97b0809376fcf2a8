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

/// Turns of fy_memcpy_scalar in other sizes (turns.S), by blocks that loads run ahead (0, 1, 2) and
/// words of a turn (8, 16, 32): between aligned addresses; to an aligned target, with two shifts
/// and an OR; the same with a piece stored apart, for a source 2 bytes behind a word.
extern mover_t* const turns_copy[3][3];
extern mover_t* const turns_or[3][3];
extern mover_t* const turns_piece[3][3];

#endif
