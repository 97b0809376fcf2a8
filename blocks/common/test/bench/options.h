// SPDX-License-Identifier: Apache-2.0
//
// Command line of a bench: `--NAME VALUE` pairs. `--seed`, `--test` and `--count` mean the same in
// all of them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/random.h"
#include "verilated.h"

class Options {
 public:
  std::string test;
  uint64_t seed, count;

  /// Names the bench in its messages, seeds its random values, and gives Verilator its arguments:
  /// models are made afterwards.
  Options(const char* name, int count_of, char** arguments, uint64_t usual_count = 20000)
      : words_(arguments + 1, arguments + count_of) {
    Verilated::commandArgs(count_of, arguments);
    test = text("--test");
    seed = number("--seed", 1);
    count = number("--count", usual_count);
    bench_name = name;
    bench_seed = seed;
    random_source.seed(seed);
  }

  std::string text(const std::string& name, const std::string& otherwise = "") const {
    for (size_t i = 0; i + 1 < words_.size(); i++) {
      if (words_[i] == name) return words_[i + 1];
    }
    return otherwise;
  }
  uint64_t number(const std::string& name, uint64_t otherwise) const {
    const std::string found = text(name);
    return found.empty() ? otherwise : std::strtoull(found.c_str(), nullptr, 0);
  }
  bool has(const std::string& name) const {
    for (const std::string& word : words_) {
      if (word == name) return true;
    }
    return false;
  }

 private:
  std::vector<std::string> words_;
};

/// The last line of a bench that found nothing wrong.
inline int passed() {
  std::printf("passed, seed %" PRIu64 ", %" PRIu64 " cycles\n", bench_seed, cycle);
  return 0;
}
