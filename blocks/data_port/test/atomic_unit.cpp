// SPDX-License-Identifier: Apache-2.0
// fy_atomic_unit against plain C++: every operation, both sizes, values around every border.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "Vfy_atomic_unit.h"
#include "blocks/data_port/test/atomics.h"
#include "verilated.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; i++) {
    if (!std::strcmp(argv[i], "--seed")) seed = std::strtoull(argv[i + 1], nullptr, 0);
  }
  std::mt19937_64 random(seed);
  Vfy_atomic_unit unit(&context);
  const auto value = [&](uint64_t other) {
    const uint64_t values[] = {random(), other, other ^ (1ull << 63), other ^ (1u << 31), 0, ~0ull};
    return values[random() % 6];
  };
  for (int i = 0; i < 200000; i++) {
    const unsigned operation = 3 + random() % 10, size = 2 + random() % 2;
    const uint64_t old = value(random()), operand = value(old);
    unit.operation_i = operation;
    unit.size_i = size;
    unit.old_i = old;
    unit.operand_i = operand;
    unit.eval();
    const uint64_t mask = size == 3 ? ~0ull : 0xffffffffull;
    const uint64_t expected = atomics::amo(operation, old, operand, size);
    if ((unit.store_o ^ expected) & mask) {
      std::printf("operation %u of %u bytes, %" PRIx64 " with %" PRIx64 ": %" PRIx64
                  ", not %" PRIx64 "\n",
                  operation, 1u << size, old, operand, uint64_t(unit.store_o), expected);
      return 1;
    }
  }
  std::printf("passed\n");
  return 0;
}
