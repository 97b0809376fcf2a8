// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/disassembly.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "sim/design/error.h"

namespace fy {

// Lines "  80000000:\tf14022f3          \tcsrr\tt0,mhartid".
Disassembly::Disassembly(const std::string& path) {
  if (path.empty()) return;
  std::ifstream stream(path);
  if (!stream) throw Error("cannot read the listing " + path);
  std::string line;
  while (std::getline(stream, line)) {
    const size_t colon = line.find(":\t");
    const size_t tab = colon == std::string::npos ? colon : line.find('\t', colon + 2);
    if (tab == std::string::npos) continue;
    char* end = nullptr;
    const uint64_t address = std::strtoull(line.c_str(), &end, 16);
    if (end != line.c_str() + colon) continue;
    const uint64_t word = std::strtoull(line.c_str() + colon + 2, nullptr, 16);
    std::string text = line.substr(tab + 1);
    for (char& letter : text) {
      if (letter == '\t') letter = ' ';
    }
    lines_[address] = {static_cast<uint32_t>(word), text};
  }
}

std::string Disassembly::text(uint64_t pc, uint32_t instruction) const {
  const auto found = lines_.find(pc);
  if (found != lines_.end() && found->second.instruction == instruction) return found->second.text;
  char number[32];
  std::snprintf(number, sizeof number, ".word 0x%08x", instruction);
  return number;
}

}  // namespace fy
