// SPDX-License-Identifier: Apache-2.0
//
// Checks of a bench. The first one that fails ends the program with exit code 1 and one line:
// name of the bench, cycle, seed, what was wrong.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

inline std::string bench_name = "bench";
inline uint64_t bench_seed = 1;
inline uint64_t cycle = 0;  // rising edges outside reset; clock.h counts them

[[noreturn]] inline void fail(const std::string& what) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: cycle %" PRIu64 ", seed %" PRIu64 ": %s\n", bench_name.c_str(), cycle,
               bench_seed, what.c_str());
  std::_Exit(1);  // models live in globals and locals alike: nothing is taken down
}

inline std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

/// The text is a string or a literal; a literal costs nothing while all is well.
template <class Text>
void check(bool good, const Text& what) {
  if (!good) fail(what);
}

template <class Text>
void check(uint64_t found, uint64_t expected, const Text& what) {
  if (found != expected)
    fail(std::string(what) + ": found " + hex(found) + ", expected " + hex(expected));
}

/// A measured count of cycles or events, printed, that has to be exact.
inline void exactly(const std::string& what, uint64_t found, uint64_t expected) {
  std::printf("%s %" PRIu64 "\n", what.c_str(), found);
  if (found != expected) fail(what + " should be " + std::to_string(expected));
}

/// A corner that a random test must have reached.
template <class Text>
void met(uint64_t count, const Text& what) {
  if (count == 0) fail(std::string("never met: ") + what);
}
