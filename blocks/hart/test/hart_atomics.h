// SPDX-License-Identifier: Apache-2.0
//
// For benches of fy_hart: what an AMO writes.

#pragma once

#include <cstdint>

// `operation` of the data port: swap, add, xor, and, or, min, max, unsigned min and max.
inline uint64_t atomic_result(uint64_t operation, unsigned bits, uint64_t old, uint64_t operand) {
  const uint64_t a = old << (64 - bits), b = operand << (64 - bits);
  const bool less = static_cast<int64_t>(a) < static_cast<int64_t>(b);
  switch (operation) {
    case 5:
      return old + operand;
    case 6:
      return old ^ operand;
    case 7:
      return old & operand;
    case 8:
      return old | operand;
    case 9:
      return less ? old : operand;
    case 10:
      return less ? operand : old;
    case 11:
      return a < b ? old : operand;
    case 12:
      return a < b ? operand : old;
    default:
      return operand;
  }
}
