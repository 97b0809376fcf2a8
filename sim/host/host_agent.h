// SPDX-License-Identifier: Apache-2.0
// The host's coherent TileLink port: reads, writes and flushes while the system runs on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fy_tl_pkg.h"
#include "sim/system/system.h"

namespace fy {

class HostAgent {
 public:
  explicit HostAgent(System& system, uint64_t quiet_limit)
      : system_(system),
        port_(system.design().host),
        beat_bytes_(tables().beat_bytes),
        quiet_limit_(quiet_limit) {}

  // The port has so many address bits.
  static bool reaches(uint64_t address) { return address >> fy_tl_pkg::DefaultAddressBits == 0; }
  // Each returns false when the system denied a part of the range.
  bool read(uint64_t address, void* data, uint64_t bytes);
  bool write(uint64_t address, const void* data, uint64_t bytes);
  // Whole lines: written back to memory and removed from the L2 and from every L1.
  bool flush(uint64_t address, uint64_t bytes);
  // Whole lines: present in the L2, in no L1.
  bool settle_in_l2(uint64_t address, uint64_t bytes);

  bool read_word(uint64_t address, uint64_t& value) { return read(address, &value, sizeof value); }
  bool write_word(uint64_t address, uint64_t value) { return write(address, &value, sizeof value); }

 private:
  struct Message {
    bool busy = false;
    uint64_t offset = 0;
    unsigned size = 0;  // log2 of the bytes
    unsigned beat = 0;  // of the answer
  };

  bool transfer(unsigned opcode, unsigned parameter, uint64_t address, uint8_t* data,
                uint64_t bytes);
  void drive(unsigned opcode, unsigned parameter, uint64_t address, const uint8_t* data,
             unsigned source, unsigned beat);
  void take_answer(uint64_t address, uint8_t* data, bool& ok);

  unsigned beats(unsigned size) const;

  System& system_;
  const HostPort& port_;
  uint64_t beat_bytes_;
  uint64_t quiet_limit_;
  std::array<Message, fy_tl_pkg::HostSources> messages_{};
};

}  // namespace fy
