// SPDX-License-Identifier: Apache-2.0
// All memory that a program is loaded into: behind AXI4 ports, and arrays in the chip.
#pragma once

#include <cstdint>
#include <string>

#include "sim/design/design.h"

namespace fy {

class Memories {
 public:
  explicit Memories(Design& design) : design_(design) {}

  // Throws Error, naming `what`, when a byte of the range is in no memory.
  void check(uint64_t address, uint64_t bytes, const std::string& what) const;
  // First byte behind the memory that holds an address.
  uint64_t end_of(uint64_t address) const;
  void poke(uint64_t address, const void* data, uint64_t bytes);
  // Bytes of arrays that no program loads are zero, as those behind ports are.
  void clear_arrays();

 private:
  Design& design_;
};

}  // namespace fy
