// SPDX-License-Identifier: Apache-2.0
// Text of instructions, from a listing of `objdump -d` of the program.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace fy {

class Disassembly {
 public:
  // An empty path: no listing. Throws Error when it cannot be read.
  explicit Disassembly(const std::string& path);
  // The line at this address when it still holds this instruction, else the number alone.
  std::string text(uint64_t pc, uint32_t instruction) const;

 private:
  struct Line {
    uint32_t instruction = 0;
    std::string text;
  };
  std::unordered_map<uint64_t, Line> lines_;
};

}  // namespace fy
