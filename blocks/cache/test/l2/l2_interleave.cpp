// SPDX-License-Identifier: Apache-2.0
// Addresses on the bus and in a bank against arithmetic: chunk number times banks, and back; every
// bank, every size.
#include "Vl2_interleave.h"
#include "blocks/common/test/bench.h"

namespace {

constexpr unsigned kInterleaves = 7, kEach = 15;

// The address behind place `place` of an array of 40-bit addresses.
template <typename Port>
uint64_t at(const Port& port, unsigned place) {
  uint64_t value = 0;
  for (unsigned bit = 0; bit < 40; bit++) {
    const unsigned from = place * 40 + bit;
    value |= static_cast<uint64_t>(port[from / 32] >> (from % 32) & 1u) << bit;
  }
  return value;
}

void check(uint64_t got, uint64_t want, const char* what, uint64_t banks, uint64_t interleave,
           uint64_t bank) {
  if (got == want) return;
  fail(std::string(what) + ": bank " + std::to_string(bank) + " of " + std::to_string(banks) +
       ", interleave " + std::to_string(interleave) + ": " + hex(got) + " should be " + hex(want));
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("l2_interleave", argc, argv, 3000);
  Vl2_interleave top;
  constexpr uint64_t kAddresses = 1ull << 40;
  uint64_t served = 0;
  for (unsigned round = 0; round < options.count; round++) {
    const uint64_t bus = round < 64 ? 0x80000000ull + 64 * round : pick(kAddresses);
    const uint64_t inside = round < 64 ? 64 * round : pick(kAddresses / 8);
    top.bus_i = bus;
    top.bank_i = inside;
    top.eval();
    for (unsigned i = 0; i < kInterleaves; i++) {
      const uint64_t interleave = 64ull << i;
      for (unsigned n = 0; n < kEach; n++) {
        const unsigned place = i * kEach + n;
        uint64_t banks = 1;
        while (2 * banks <= n + 1) banks *= 2;
        const uint64_t bank = n + 1 - banks;
        const auto outer = [&](uint64_t address) {
          return (address / interleave * banks + bank) * interleave + address % interleave;
        };
        const uint64_t inner = bus / interleave / banks * interleave + bus % interleave;
        check(at(top.inner_o, place), inner, "in the bank", banks, interleave, bank);
        check(at(top.outer_o, place), outer(inside), "on the bus", banks, interleave, bank);
        // Exactly one bank serves an address, and gets it back.
        if (bus / interleave % banks != bank) continue;
        check(outer(inner), bus, "and back", banks, interleave, bank);
        served++;
      }
    }
  }
  check(served, options.count * kInterleaves * 4, "served");
  return passed();
}
