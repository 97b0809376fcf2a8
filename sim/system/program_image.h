// SPDX-License-Identifier: Apache-2.0
// A RISC-V ELF file (32 or 64 bits, little-endian): its loadable bytes and its symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fy {

struct Segment {
  uint64_t address = 0;       // physical
  uint64_t memory_bytes = 0;  // file bytes and zeros behind them
  std::vector<uint8_t> bytes;
};

struct ProgramImage {
  unsigned xlen = 64;
  uint64_t entry = 0;
  std::vector<Segment> segments;
  std::unordered_map<std::string, uint64_t> symbols;

  std::optional<uint64_t> symbol(const std::string& name) const;
  // First byte above every segment.
  uint64_t end() const;
};

// Reads a whole file. Throws Error with a sentence that names the file.
std::vector<uint8_t> read_file(const std::string& path);

// Throws Error when the file is not a RISC-V program.
ProgramImage load_program(const std::string& path);

}  // namespace fy
