// SPDX-License-Identifier: Apache-2.0
// fy_atomic_unit against plain C++: every operation, both sizes, values around every border.
#include "Vfy_atomic_unit.h"
#include "blocks/common/test/bench.h"
#include "blocks/data_port/test/atomics.h"

int main(int argc, char** argv) {
  const Options options("atomic_unit", argc, argv, 200000);
  Vfy_atomic_unit unit;
  const auto value = [&](uint64_t other) {
    const uint64_t values[] = {random64(),         other, other ^ (1ull << 63),
                               other ^ (1u << 31), 0,     ~0ull};
    return values[below(6)];
  };
  for (uint64_t i = 0; i < options.count; i++) {
    const unsigned operation = 3 + below(10), size = 2 + below(2);
    const uint64_t old = value(random64()), operand = value(old);
    unit.operation_i = operation;
    unit.size_i = size;
    unit.old_i = old;
    unit.operand_i = operand;
    unit.eval();
    const uint64_t mask = size == 3 ? ~0ull : 0xffffffffull;
    const uint64_t expected = atomics::amo(operation, old, operand, size);
    if ((unit.store_o ^ expected) & mask)
      fail("operation " + std::to_string(operation) + " of " + std::to_string(1u << size) +
           " bytes, " + hex(old) + " with " + hex(operand) + ": " + hex(unit.store_o) + ", not " +
           hex(expected));
  }
  return passed();
}
