// SPDX-License-Identifier: Apache-2.0
// A bit a channel, for up to 128 channels, whatever type the verilated port has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace fy {

struct ChannelBits {
  static constexpr size_t kMost = 128;
  uint64_t low = 0, high = 0;

  static ChannelBits of(size_t bit) {
    return bit < 64 ? ChannelBits{1ull << bit, 0} : ChannelBits{0, 1ull << (bit - 64)};
  }
  // The value of a port: an integer of up to 64 bits, else 32-bit words.
  template <class Port>
  static ChannelBits read(const Port& port) {
    if constexpr (std::is_integral_v<Port>) {
      return {port, 0};
    } else {
      constexpr size_t words = sizeof(Port) / sizeof(uint32_t);
      ChannelBits bits;
      for (size_t i = 0; i < words; i++) {
        (i < 2 ? bits.low : bits.high) |= uint64_t{port[i]} << (32 * (i % 2));
      }
      return bits;
    }
  }
  bool any() const { return (low | high) != 0; }
  bool has(size_t bit) const { return (*this & of(bit)).any(); }
  ChannelBits operator&(const ChannelBits& other) const {
    return {low & other.low, high & other.high};
  }
  ChannelBits operator~() const { return {~low, ~high}; }
};

}  // namespace fy
