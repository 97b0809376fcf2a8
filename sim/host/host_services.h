// SPDX-License-Identifier: Apache-2.0
// What a program may ask the host for by a store to `tohost`: HTIF system calls and our own calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/host/host_agent.h"
#include "sim/system/program_image.h"

namespace fy {

// Where the input lies in memory, and the host's own copy of it.
struct InputArea {
  uint64_t address = 0;
  std::vector<uint8_t> bytes;
};

class HostServices {
 public:
  HostServices(System& system, HostAgent& agent, const ProgramImage& program,
               const InputArea& input, std::string capture);

  // Serves a value stored to `tohost`; the exit code when the program ended.
  std::optional<uint32_t> serve(uint64_t value);

 private:
  using Block = std::array<uint64_t, 8>;

  uint64_t call(const Block& block);
  uint64_t write_text(const Block& block);
  uint64_t residency(const Block& block);
  uint64_t fill(const Block& block);
  uint64_t compare(const Block& block);
  uint64_t capture(const Block& block);
  std::vector<uint8_t> fetch(uint64_t address, uint64_t bytes, const char* purpose);
  void wait_until_visible(uint64_t value);

  System& system_;
  HostAgent& agent_;
  const InputArea& input_;
  uint64_t tohost_, fromhost_;
  std::string capture_;
  unsigned captured_ = 0;
};

// Writes a file whole or not at all. Throws Error.
void write_file(const std::string& path, const void* data, size_t bytes);

}  // namespace fy
