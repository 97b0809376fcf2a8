// SPDX-License-Identifier: Apache-2.0
//
// Random values of a bench: one generator, seeded by `--seed` (options.h), so that a seed repeats
// a run. State of the model without reset starts from the same seed (`+verilator+seed`).
#pragma once

#include <cstdint>
#include <random>

inline std::mt19937_64 random_source;

inline uint64_t random64() { return random_source(); }
inline uint64_t pick(uint64_t below) { return below ? random_source() % below : 0; }
inline uint64_t range(uint64_t low, uint64_t high) { return low + pick(high - low + 1); }
inline unsigned below(unsigned n) { return static_cast<unsigned>(random_source() % n); }
inline bool percent(unsigned share) { return below(100) < share; }
inline bool one_in(uint64_t n) { return pick(n) == 0; }

/// The pattern of stalls: a share of the cycles, in percent. A share of 0 takes no random value,
/// so that exact cycles do not depend on the seed.
inline bool stalls(unsigned share) { return share != 0 && percent(share); }

template <class Bytes>
void randomize(Bytes& bytes) {
  for (auto& byte : bytes) byte = static_cast<uint8_t>(random64());
}
