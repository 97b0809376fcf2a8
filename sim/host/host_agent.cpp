// SPDX-License-Identifier: Apache-2.0
#include "sim/host/host_agent.h"

#include <algorithm>
#include <cstring>

namespace fy {

namespace {
namespace tl = fy_tl_pkg;

// The largest message that is aligned, lies in the range and is at most a line.
unsigned message_size(uint64_t address, uint64_t left) {
  unsigned size = 0;
  const uint64_t most = std::min<uint64_t>(left, tables().line_bytes);
  while ((2ull << size) <= most && (address & ((2ull << size) - 1)) == 0) size++;
  return size;
}

uint64_t line_of(uint64_t address) { return address & ~(tables().line_bytes - 1ull); }
// Where the last of the lines ends that a range touches.
uint64_t end_of(uint64_t address) { return line_of(address + tables().line_bytes - 1); }
}  // namespace

unsigned HostAgent::beats(unsigned size) const {
  return static_cast<unsigned>(std::max((1ull << size) / beat_bytes_, 1ull));
}

bool HostAgent::read(uint64_t address, void* data, uint64_t bytes) {
  return transfer(tl::Get, 0, address, static_cast<uint8_t*>(data), bytes);
}

bool HostAgent::write(uint64_t address, const void* data, uint64_t bytes) {
  std::vector<uint8_t> copy(bytes);
  std::memcpy(copy.data(), data, bytes);
  return transfer(tl::PutFullData, 0, address, copy.data(), bytes);
}

bool HostAgent::flush(uint64_t address, uint64_t bytes) {
  const uint64_t first = line_of(address), end = end_of(address + bytes);
  return transfer(tl::Intent, tl::IntentFlush, first, nullptr, end - first);
}

// A Get brings a line in, dirty data included; the Put of the same bytes takes it out of the L1s.
bool HostAgent::settle_in_l2(uint64_t address, uint64_t bytes) {
  const uint64_t first = line_of(address), end = end_of(address + bytes);
  std::vector<uint8_t> data(end - first);
  return transfer(tl::Get, 0, first, data.data(), data.size()) &&
         transfer(tl::PutFullData, 0, first, data.data(), data.size());
}

void HostAgent::drive(unsigned opcode, unsigned parameter, uint64_t address, const uint8_t* data,
                      unsigned source, unsigned beat) {
  const Message& message = messages_[source];
  const uint64_t start = address + message.offset;
  const uint64_t bytes = 1ull << message.size;
  const uint64_t lane = start % beat_bytes_;
  *port_.a_valid = 1;
  *port_.a_opcode = static_cast<uint8_t>(opcode);
  *port_.a_param = static_cast<uint8_t>(parameter);
  *port_.a_size = static_cast<uint8_t>(message.size);
  *port_.a_source = static_cast<uint8_t>(source);
  *port_.a_address = start;
  *port_.a_mask =
      bytes >= beat_bytes_ ? ~0ull >> (64 - beat_bytes_) : ((1ull << bytes) - 1) << lane;
  if (opcode != tl::PutFullData) return;
  auto* line = static_cast<uint8_t*>(port_.a_data);
  std::memset(line, 0, beat_bytes_);
  const uint64_t count = std::min(bytes, beat_bytes_);
  std::memcpy(line + lane, data + message.offset + beat * beat_bytes_, count);
}

void HostAgent::take_answer(uint64_t address, uint8_t* data, bool& ok) {
  Message& message = messages_[*port_.d_source];
  const uint64_t bytes = 1ull << message.size;
  unsigned answer_beats = 1;
  if (*port_.d_denied || *port_.d_corrupt) ok = false;
  if (*port_.d_opcode == tl::AccessAckData) {
    answer_beats = beats(message.size);
    const uint64_t lane = bytes < beat_bytes_ ? (address + message.offset) % beat_bytes_ : 0;
    const uint64_t count = std::min(bytes, beat_bytes_);
    const auto* from = static_cast<const uint8_t*>(port_.d_data) + lane;
    std::memcpy(data + message.offset + message.beat * beat_bytes_, from, count);
  }
  if (++message.beat == answer_beats) message.busy = false;
}

bool HostAgent::transfer(unsigned opcode, unsigned parameter, uint64_t address, uint8_t* data,
                         uint64_t bytes) {
  bool ok = true, sending = false;
  unsigned source = 0, beat = 0, outstanding = 0;
  uint64_t next = 0, last_moved = system_.simulation.cycle;
  while (next < bytes || sending || outstanding != 0) {
    if (!sending && next < bytes && !messages_[(source + 1) % tl::HostSources].busy) {
      source = (source + 1) % tl::HostSources;
      messages_[source] = {true, next, message_size(address + next, bytes - next), 0};
      next += 1ull << messages_[source].size;
      sending = true;
      beat = 0;
      outstanding++;
    }
    if (sending) {
      drive(opcode, parameter, address, data, source, beat);
    } else {
      *port_.a_valid = 0;
    }
    system_.cycle();
    if (sending && *port_.a_ready) {
      last_moved = system_.simulation.cycle;
      sending = ++beat != (opcode == tl::PutFullData ? beats(messages_[source].size) : 1);
    }
    if (*port_.d_valid) {
      last_moved = system_.simulation.cycle;
      Message& message = messages_[*port_.d_source];
      take_answer(address, data, ok);
      if (!message.busy) outstanding--;
    }
    if (system_.simulation.cycle - last_moved > quiet_limit_) {
      system_.report_stuck("the host agent has waited for " + std::to_string(quiet_limit_) +
                           " cycles");
    }
  }
  *port_.a_valid = 0;
  return ok;
}

}  // namespace fy
