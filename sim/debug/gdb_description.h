// SPDX-License-Identifier: Apache-2.0
// What the debugger is told of a hart's registers; numbers are those that GDB gives RISC-V.
#pragma once

#include <string>

namespace fy {

constexpr unsigned kGdbPc = 32, kGdbCsr = 65, kGdbPrivilege = kGdbCsr + 4096;

// The target description of GDB, XML.
std::string gdb_description(unsigned xlen);

}  // namespace fy
