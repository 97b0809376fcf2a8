// SPDX-License-Identifier: Apache-2.0
//
// Command line of a bench: `--NAME VALUE` pairs. `--seed`, `--test` and `--count` mean the same in
// all of them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/random.h"
#include "verilated.h"

// Options that were given and not asked for yet.
inline std::set<std::string> unread_options;

class Options {
 public:
  std::string test;
  uint64_t seed, count;

  /// Names the bench in its messages, seeds its random values, and gives Verilator its arguments:
  /// models are made afterwards.
  Options(const char* name, int count_of, char** arguments, uint64_t usual_count = 20000)
      : words_(arguments + 1, arguments + count_of) {
    Verilated::commandArgs(count_of, arguments);
    for (const std::string& word : words_) {
      if (word.rfind("--", 0) == 0) unread_options.insert(word);
    }
    test = text("--test");
    seed = number("--seed", 1);
    count = number("--count", usual_count);
    bench_name = name;
    bench_seed = seed;
    random_source.seed(seed);
  }

  std::string text(const std::string& name, const std::string& otherwise = "") const {
    unread_options.erase(name);
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
    unread_options.erase(name);
    for (const std::string& word : words_) {
      if (word == name) return true;
    }
    return false;
  }

 private:
  std::vector<std::string> words_;
};

/// The last line of a bench that found nothing wrong. An option that it never asked for is an
/// error: the test that gives it means something.
inline int passed() {
  if (!unread_options.empty()) fail("this test takes no option " + *unread_options.begin());
  std::printf("passed, seed %" PRIu64 ", %" PRIu64 " cycles\n", bench_seed, cycle);
  return 0;
}
