// SPDX-License-Identifier: Apache-2.0
// The signature of a program in the convention of riscv-arch-test: the memory between the symbols
// `begin_signature` and `end_signature`, one word a line, the last byte in memory first.
#pragma once

#include <cstdint>
#include <string>

#include "sim/host/host_agent.h"
#include "sim/system/program_image.h"

namespace fy {

struct Signature {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

// Throws Error when the program has no such symbols, or they make no sense.
Signature find_signature(const ProgramImage& program, const std::string& path);

// Reads it coherently and writes the file; a last word that is not whole is filled with zeros.
void write_signature(const Signature& signature, unsigned granularity, HostAgent& agent,
                     const std::string& file);

}  // namespace fy
