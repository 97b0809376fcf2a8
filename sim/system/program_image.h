// SPDX-License-Identifier: Apache-2.0
// A program: its loadable bytes and its symbols.
//
// What is to be loaded of its ELF file stands in a table of lines, `entry ADDRESS`,
// `segment ADDRESS BYTES PLACE FILE_BYTES` (from PLACE of the file on) and `symbol VALUE NAME`;
// src/freightyard/system/elf.py, which reads ELF and refuses what the system cannot run, writes it.
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
  uint64_t entry = 0;
  std::vector<Segment> segments;
  std::unordered_map<std::string, uint64_t> symbols;

  std::optional<uint64_t> symbol(const std::string& name) const;
  // First byte above every segment.
  uint64_t end() const;
};

// Reads a whole file. Throws Error with a sentence that names the file.
std::vector<uint8_t> read_file(const std::string& path);

// Throws Error when one of the files cannot be read.
ProgramImage load_program(const std::string& path, const std::string& table);

}  // namespace fy
