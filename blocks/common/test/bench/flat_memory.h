// SPDX-License-Identifier: Apache-2.0
//
// A memory as an array of bytes from some address on: the reference of a bench, or what stands
// behind a port.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/random.h"

class FlatMemory {
 public:
  std::vector<uint8_t> bytes;

  FlatMemory(uint64_t base, uint64_t size) : bytes(size), base_(base) {}

  bool has(uint64_t address, uint64_t size) const {
    return address >= base_ && address - base_ <= bytes.size() &&
           size <= bytes.size() - (address - base_);
  }
  uint8_t* at(uint64_t address, uint64_t size = 1) {
    if (!has(address, size)) fail("the bench has no memory at " + hex(address));
    return bytes.data() + (address - base_);
  }
  /// Little-endian, at most eight bytes.
  uint64_t read(uint64_t address, unsigned size) {
    uint64_t value = 0;
    std::memcpy(&value, at(address, size), size);
    return value;
  }
  void write(uint64_t address, unsigned size, uint64_t value) {
    std::memcpy(at(address, size), &value, size);
  }
  /// The bytes of a beat whose bit in `strobe` is set.
  void store(uint64_t address, const uint8_t* data, unsigned size, uint64_t strobe = ~0ull) {
    uint8_t* to = at(address, size);
    for (unsigned i = 0; i < size; i++) {
      if (strobe >> i & 1) to[i] = data[i];
    }
  }
  bool same(uint64_t address, const uint8_t* data, uint64_t size) {
    return std::memcmp(at(address, size), data, size) == 0;
  }
  bool operator==(const FlatMemory& other) const { return bytes == other.bytes; }
  bool operator!=(const FlatMemory& other) const { return bytes != other.bytes; }

 private:
  uint64_t base_;
};
