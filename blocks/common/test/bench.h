// SPDX-License-Identifier: Apache-2.0
//
// What every bench of parts has: random values from one seed, checks, a clock and a reset for its
// model, and the choice of a test by name. A bench keeps its model in a variable of its own and
// says in `fail_name` how its complaints begin.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "verilated.h"

inline std::mt19937_64 random_source;
inline uint64_t cycle = 0;
inline std::string fail_name = "bench";

inline uint64_t random64() { return random_source(); }
inline uint64_t pick(uint64_t below) { return random_source() % below; }
inline unsigned below(unsigned n) { return static_cast<unsigned>(random_source() % n); }
inline bool percent(unsigned share) { return below(100) < share; }
inline bool one_in(uint64_t n) { return pick(n) == 0; }

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "%s: cycle %" PRIu64 ": %s\n", fail_name.c_str(), cycle, what.c_str());
  std::exit(1);
}

inline void check(uint64_t found, uint64_t expected, const char* what) {
  if (found == expected) return;
  char text[200];
  std::snprintf(text, sizeof text, "%s: found %" PRIx64 ", expected %" PRIx64, what, found,
                expected);
  fail(text);
}

/// Every corner that a random test must have met.
inline void met(uint64_t count, const char* what) {
  if (count == 0) fail(std::string("never met: ") + what);
}

/// One cycle: a rising edge with the inputs as they are, then the falling one.
template <class Model>
void clock(Model& model) {
  model.clk_i = 1;
  model.eval();
  model.clk_i = 0;
  model.eval();
  cycle++;
}

/// One cycle of reset, whose edge is there whatever `rst_ni` was. Inputs that must not be random
/// then are set before.
template <class Model>
void reset(Model& model) {
  model.rst_ni = 1;
  model.eval();
  model.rst_ni = 0;
  model.eval();
  clock(model);
  model.rst_ni = 1;
  model.eval();
}

/// Options of a bench: --test NAME --seed N --count N --width N.
struct Options {
  std::string test;
  uint64_t seed = 1, count = 20000;
  unsigned width = 64;

  static Options read(int argc, char** argv, uint64_t count = 20000) {
    Options options;
    options.count = count;
    for (int i = 1; i + 1 < argc; i++) {
      const std::string name = argv[i];
      if (name == "--seed") options.seed = std::strtoull(argv[++i], nullptr, 0);
      if (name == "--count") options.count = std::strtoull(argv[++i], nullptr, 0);
      if (name == "--width") options.width = static_cast<unsigned>(std::atoi(argv[++i]));
      if (name == "--test") options.test = argv[++i];
    }
    return options;
  }
};

using Tests = std::map<std::string, std::function<void(const Options&)>>;

/// main() of a bench: makes the model, resets it by `begin`, runs the test that was asked for.
template <class Model>
int run_test(int argc, char** argv, std::unique_ptr<Model>& top, const Options& options,
             const Tests& tests, const std::function<void()>& begin) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  const auto found = tests.find(options.test);
  if (found == tests.end()) fail("there is no test " + options.test);
  random_source.seed(options.seed);
  top = std::make_unique<Model>(&context);
  top->clk_i = 0;
  begin();
  found->second(options);
  std::printf("%s: passed, seed %" PRIu64 "\n", options.test.c_str(), options.seed);
  top.reset();  // before its context
  return 0;
}
