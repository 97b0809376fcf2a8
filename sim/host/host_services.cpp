// SPDX-License-Identifier: Apache-2.0
#include "sim/host/host_services.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sim/design/error.h"
#include "sw/fy_host_calls.h"

namespace fy {

namespace {
constexpr unsigned kVisibleTries = 10000;
constexpr uint64_t kLargestTransfer = 1ull << 30;
}  // namespace

void write_file(const std::string& path, const void* data, size_t bytes) {
  const std::string partial = path + ".partial";
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  bool ok = file != nullptr && std::fwrite(data, 1, bytes, file) == bytes;
  if (file != nullptr && std::fclose(file) != 0) ok = false;
  if (ok && std::rename(partial.c_str(), path.c_str()) == 0) return;
  const std::string reason = std::strerror(errno);
  std::remove(partial.c_str());
  throw Error("cannot write " + path + ": " + reason);
}

HostServices::HostServices(System& system, HostAgent& agent, const ProgramImage& program,
                           const InputArea& input, std::string capture)
    : system_(system),
      agent_(agent),
      input_(input),
      tohost_(program.symbol("tohost").value_or(0)),
      fromhost_(program.symbol("fromhost").value_or(0)),
      capture_(std::move(capture)) {}

std::optional<uint32_t> HostServices::serve(uint64_t value) {
  if (value == 0) return std::nullopt;
  if ((value & 1) != 0) {
    const auto code = static_cast<uint32_t>(value >> 1);
    if (code != 0) {
      system_.flush_console();
      std::fprintf(stderr, "tohost says failure %u (value %s)\n", code, hex(value).c_str());
    }
    return code;
  }
  wait_until_visible(value);
  Block block;
  const std::vector<uint8_t> bytes = fetch(value, sizeof block, "a host call block");
  std::memcpy(block.data(), bytes.data(), sizeof block);
  const uint64_t result = call(block);
  if (!agent_.write_word(value, result) || !agent_.write_word(tohost_, 0)) {
    throw Error("the block of a host call lies outside memory, at " + hex(value));
  }
  if (fromhost_ != 0) agent_.write_word(fromhost_, 1);
  return std::nullopt;
}

// The store retired, but may still wait in the cache; once it is seen, older ones are too.
void HostServices::wait_until_visible(uint64_t value) {
  const uint64_t mask = tables().register_bits == 64 ? ~0ull : 0xffffffffull;
  uint64_t seen = 0;
  for (unsigned tries = 0; tries < kVisibleTries; tries++) {
    if (agent_.read_word(tohost_, seen) && ((seen ^ value) & mask) == 0) return;
  }
  system_.report_stuck("the store to tohost never became visible to the host agent");
}

uint64_t HostServices::call(const Block& block) {
  switch (block[0]) {
    case FY_CALL_WRITE:
      return write_text(block);
    case FY_CALL_RESIDENCY:
      return residency(block);
    case FY_CALL_STRAP:
      return system_.set_strap(block[1], block[2]) ? 0 : 1;
    case FY_CALL_COMPARE:
      return compare(block);
    case FY_CALL_CAPTURE:
      return capture(block);
    case FY_CALL_FILL:
      return fill(block);
    case FY_CALL_MARK:
      system_.clear_endpoints();
      return 0;
    default:
      throw Error("the program asks for host call " + hex(block[0]) + ", which is unknown");
  }
}

std::vector<uint8_t> HostServices::fetch(uint64_t address, uint64_t bytes, const char* purpose) {
  if (bytes > kLargestTransfer) {
    throw Error(std::string(purpose) + " of " + std::to_string(bytes) + " bytes is too large");
  }
  std::vector<uint8_t> data(bytes);
  if (!agent_.read(address, data.data(), bytes)) {
    throw Error(std::string(purpose) + " at " + hex(address) + ", " + std::to_string(bytes) +
                " bytes, lies outside memory");
  }
  return data;
}

uint64_t HostServices::write_text(const Block& block) {
  const std::vector<uint8_t> text = fetch(block[2], block[3], "console text");
  system_.flush_console();
  std::FILE* to = block[1] == 2 ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
  return text.size();
}

uint64_t HostServices::residency(const Block& block) {
  const bool ok =
      block[3] == 0 ? agent_.settle_in_l2(block[1], block[2]) : agent_.flush(block[1], block[2]);
  if (!ok) throw Error("the range to place at " + hex(block[1]) + " lies outside memory");
  return 0;
}

uint64_t HostServices::fill(const Block& block) {
  if (block[2] > kLargestTransfer)
    throw Error("a fill of " + hex(block[2]) + " bytes is too large");
  const std::vector<uint8_t> data(block[2], static_cast<uint8_t>(block[3]));
  if (!agent_.write(block[1], data.data(), data.size())) {
    throw Error("the range to fill at " + hex(block[1]) + " lies outside memory");
  }
  return 0;
}

// Bytes of the target that differ from the source, and guard bytes around it that were changed.
// A source inside the input is taken from the host's own copy: nothing in the system can hide.
uint64_t HostServices::compare(const Block& block) {
  const uint64_t target = block[1], source = block[2], bytes = block[3], guard = block[4];
  const auto fill = static_cast<uint8_t>(block[5]);
  const std::vector<uint8_t> seen = fetch(target - guard, bytes + 2 * guard, "a compared target");
  std::vector<uint8_t> wanted;
  const uint64_t offset = source - input_.address;
  if (source >= input_.address && offset <= input_.bytes.size() &&
      bytes <= input_.bytes.size() - offset) {
    const auto from = input_.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    wanted.assign(from, from + static_cast<std::ptrdiff_t>(bytes));
  } else {
    wanted = fetch(source, bytes, "a compared source");
  }
  uint64_t wrong = 0;
  for (uint64_t index = 0; index < seen.size(); index++) {
    const bool inside = index >= guard && index < guard + bytes;
    if (seen[index] != (inside ? wanted[index - guard] : fill)) wrong++;
  }
  return wrong;
}

uint64_t HostServices::capture(const Block& block) {
  const std::vector<uint8_t> data = fetch(block[1], block[2], "a capture");
  if (capture_.empty()) return 1;
  char name[32];
  std::snprintf(name, sizeof name, "/%04u.bin", captured_++);
  write_file(capture_ + name, data.data(), data.size());
  return 0;
}

}  // namespace fy
