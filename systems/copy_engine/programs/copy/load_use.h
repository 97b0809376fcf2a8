// SPDX-License-Identifier: Apache-2.0

#ifndef LOAD_USE_H
#define LOAD_USE_H

/// Lines that the chain visits.
#define LOAD_USE_HOPS 32

/// Cycles of a chain of LOAD_USE_HOPS loads, each the address of the next, over one 64-byte line
/// each, at `word` 0 to 7 of the line. With `in_l2` the lines are brought to the L2, out of the L1,
/// before. `base` gets the cycles of as many register moves in the same frame.
unsigned long load_use_chain(unsigned word, int in_l2, unsigned long* base);

#endif
