// SPDX-License-Identifier: Apache-2.0
// Random traffic through fy_fifo against a queue: order, fill, and ready and valid in every cycle.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>

#include "Vfy_fifo.h"
#include "verilated.h"

namespace {
constexpr unsigned kDepth = 3;

unsigned argument(int argc, char** argv, const char* name, unsigned otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!std::strcmp(argv[i], name)) return static_cast<unsigned>(std::atoi(argv[i + 1]));
  return otherwise;
}

int fail(unsigned cycle, const char* what) {
  std::printf("cycle %u: %s\n", cycle, what);
  return 1;
}
}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vfy_fifo fifo{&context};
  std::mt19937 random{argument(argc, argv, "--seed", 1)};
  std::deque<uint8_t> queue;
  const auto edge = [&] {
    fifo.clk_i = 1;
    fifo.eval();
    fifo.clk_i = 0;
    fifo.eval();
  };
  fifo.clk_i = 0;
  fifo.rst_ni = 1;
  fifo.eval();
  fifo.rst_ni = 0;
  fifo.valid_i = fifo.ready_i = 0;
  fifo.eval();
  edge();
  fifo.rst_ni = 1;
  unsigned bias = 5;
  const unsigned cycles = argument(argc, argv, "--cycles", 20000);
  for (unsigned cycle = 0; cycle < cycles; cycle++) {
    if (cycle % 64 == 0) bias = 1 + random() % 9;  // phases that fill and phases that drain
    fifo.valid_i = random() % 10 < bias;
    fifo.ready_i = random() % 10 >= bias;
    fifo.data_i = static_cast<uint8_t>(random());
    fifo.eval();
    if (fifo.ready_o != (queue.size() < kDepth)) return fail(cycle, "ready_o is wrong");
    if (fifo.valid_o != !queue.empty()) return fail(cycle, "valid_o is wrong");
    if (fifo.valid_o && fifo.data_o != queue.front()) return fail(cycle, "data_o is wrong");
    const bool push = fifo.valid_i && fifo.ready_o, pop = fifo.valid_o && fifo.ready_i;
    if (pop) queue.pop_front();
    if (push) queue.push_back(fifo.data_i);
    edge();
  }
  std::printf("%u cycles passed\n", cycles);
  return 0;
}
