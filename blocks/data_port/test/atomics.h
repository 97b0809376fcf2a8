// SPDX-License-Identifier: Apache-2.0
// What a data port does to values, in plain C++: atomic operations, extension of loads.
#pragma once
#include <cstdint>

#include "fy_core_pkg.h"

namespace atomics {

enum Operation {
  LoadReserved = fy_core_pkg::DataLoadReserved,
  StoreConditional = fy_core_pkg::DataStoreConditional,
  Swap = fy_core_pkg::DataSwap,
  Add = fy_core_pkg::DataAdd,
  Xor = fy_core_pkg::DataXor,
  And = fy_core_pkg::DataAnd,
  Or = fy_core_pkg::DataOr,
  Min = fy_core_pkg::DataMin,
  Max = fy_core_pkg::DataMax,
  MinU = fy_core_pkg::DataMinUnsigned,
  MaxU = fy_core_pkg::DataMaxUnsigned
};

// What an AMO stores, of `size` log2 bytes.
inline uint64_t amo(unsigned operation, uint64_t old, uint64_t operand, unsigned size) {
  const unsigned shift = 64 - (8u << size);
  const auto is_less = [&](bool is_signed) {
    const uint64_t a = old << shift, b = operand << shift;
    return is_signed ? int64_t(a) < int64_t(b) : a < b;
  };
  switch (operation) {
    case Add:
      return old + operand;
    case Xor:
      return old ^ operand;
    case And:
      return old & operand;
    case Or:
      return old | operand;
    case Min:
      return is_less(true) ? old : operand;
    case Max:
      return is_less(true) ? operand : old;
    case MinU:
      return is_less(false) ? old : operand;
    case MaxU:
      return is_less(false) ? operand : old;
    default:
      return operand;
  }
}

// A load's value of `size` log2 bytes, as it comes to its register.
inline uint64_t extend(uint64_t value, unsigned size, bool is_unsigned) {
  const unsigned shift = 64 - (8u << size);
  return is_unsigned ? value << shift >> shift : uint64_t(int64_t(value << shift) >> shift);
}
}  // namespace atomics
