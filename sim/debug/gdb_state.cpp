// SPDX-License-Identifier: Apache-2.0
// Registers and memory for the debugger.
#include <algorithm>
#include <cstdio>

#include "sim/debug/gdb_description.h"
#include "sim/debug/gdb_server.h"

namespace fy {

namespace {
constexpr unsigned kRegisters = kGdbPc + 1;
constexpr uint64_t kLargestTransfer = 4096;

uint64_t little_endian(const std::string& bytes) {
  uint64_t value = 0;
  for (size_t index = 0; index < bytes.size() && index < 8; index++) {
    value |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[index])) << (8 * index);
  }
  return value;
}
}  // namespace

std::string GdbServer::value_text(uint64_t value) const {
  return to_hex(reinterpret_cast<const uint8_t*>(&value), xlen_ / 8);
}

std::string GdbServer::registers() {
  DebugHart& hart = target_.hart(hart_);
  std::string text = value_text(0);
  for (unsigned index = 1; index < kGdbPc; index++) {
    text += value_text(hart.register_value(index));
  }
  return text + value_text(hart.pc());
}

std::string GdbServer::set_registers(const std::string& hex) {
  std::string bytes;
  const size_t size = xlen_ / 8;
  if (!from_hex(hex, bytes) || bytes.size() < kRegisters * size) return kError;
  for (unsigned index = 0; index < kRegisters; index++) {
    set_register(index, little_endian(bytes.substr(index * size, size)));
  }
  return kOk;
}

std::string GdbServer::read_register(const std::string& text) {
  unsigned number = 0;
  if (std::sscanf(text.c_str(), "%x", &number) != 1) return kError;
  DebugHart& hart = target_.hart(hart_);
  if (number == 0) return value_text(0);
  if (number < kGdbPc) return value_text(hart.register_value(number));
  if (number == kGdbPc) return value_text(hart.pc());
  if (number == kGdbPrivilege) return value_text(hart.privilege());
  if (number < kGdbCsr || number > kGdbPrivilege) return kError;
  const auto value = hart.csr(number - kGdbCsr);
  return value ? value_text(*value) : kError;
}

std::string GdbServer::write_register(const std::string& text) {
  unsigned number = 0;
  const size_t equals = text.find('=');
  std::string bytes;
  if (equals == std::string::npos || std::sscanf(text.c_str(), "%x", &number) != 1 ||
      !from_hex(text.substr(equals + 1), bytes) || bytes.size() != xlen_ / 8) {
    return kError;
  }
  return set_register(number, little_endian(bytes)) ? kOk : kError;
}

bool GdbServer::set_register(unsigned number, uint64_t value) {
  DebugHart& hart = target_.hart(hart_);
  if (number < kGdbPc) {
    hart.set_register(number, value);
    return true;
  }
  if (number == kGdbPc) {
    set_pc(hart_, value);
    return true;
  }
  target_.touch(hart_);
  if (number == kGdbPrivilege) {
    if (value > 3 || value == 2) return false;
    hart.set_privilege(static_cast<unsigned>(value));
    return true;
  }
  if (number < kGdbCsr || number > kGdbPrivilege) return false;
  if (!hart.set_csr(number - kGdbCsr, value)) return false;
  system_.cycle();
  return true;
}

// The core has no compressed instructions: the lowest bits are zero.
void GdbServer::set_pc(unsigned hart, uint64_t pc) {
  if (target_.hart(hart).pc() == pc) return;
  target_.hart(hart).set_pc(pc & ~3ull);
  target_.touch(hart);
}

std::string GdbServer::read_memory(const std::string& place) {
  unsigned long long address = 0, bytes = 0;
  int used = 0;
  if (std::sscanf(place.c_str(), "%llx,%llx%n", &address, &bytes, &used) != 2 ||
      static_cast<size_t>(used) != place.size()) {
    return kError;
  }
  uint8_t data[kLargestTransfer];
  const uint64_t wanted = std::min<uint64_t>(bytes, kLargestTransfer);
  const uint64_t done = target_.read(hart_, address, data, wanted);
  return done == 0 && wanted != 0 ? kError : to_hex(data, done);
}

std::string GdbServer::write_memory(const std::string& text, bool binary) {
  unsigned long long address = 0, bytes = 0;
  int used = 0;
  if (std::sscanf(text.c_str(), "%llx,%llx%n", &address, &bytes, &used) != 2) return kError;
  const auto colon = static_cast<size_t>(used);
  if (colon >= text.size() || text[colon] != ':') return kError;
  std::string data;
  if (binary) {
    for (size_t index = colon + 1; index < text.size(); index++) {
      const bool escaped = text[index] == '}' && index + 1 < text.size();
      data += escaped ? static_cast<char>(text[++index] ^ 0x20) : text[index];
    }
  } else if (!from_hex(text.substr(colon + 1), data)) {
    return kError;
  }
  if (data.size() != bytes) return kError;
  if (bytes == 0) return kOk;
  const auto* from = reinterpret_cast<const uint8_t*>(data.data());
  return target_.write(hart_, address, from, bytes) == bytes ? kOk : kError;
}

}  // namespace fy
