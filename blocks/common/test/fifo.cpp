// SPDX-License-Identifier: Apache-2.0
// Random traffic through fy_fifo against a queue: order, fill, and ready and valid in every cycle.

#include <deque>

#include "Vfy_fifo.h"
#include "blocks/common/test/bench.h"

constexpr unsigned kDepth = 3;

int main(int argc, char** argv) {
  const Options options("fifo", argc, argv);
  Vfy_fifo fifo;
  std::deque<uint8_t> queue;
  fifo.valid_i = fifo.ready_i = 0;
  reset(fifo);
  unsigned bias = 5;
  while (cycle < options.count) {
    if (cycle % 64 == 0) bias = 1 + below(9);  // phases that fill and phases that drain
    fifo.valid_i = below(10) < bias;
    fifo.ready_i = below(10) >= bias;
    fifo.data_i = static_cast<uint8_t>(random64());
    fifo.eval();
    check(fifo.ready_o, queue.size() < kDepth, "ready_o");
    check(fifo.valid_o, !queue.empty(), "valid_o");
    if (fifo.valid_o) check(fifo.data_o, queue.front(), "data_o");
    const bool push = fifo.valid_i && fifo.ready_o, pop = fifo.valid_o && fifo.ready_i;
    if (pop) queue.pop_front();
    if (push) queue.push_back(fifo.data_i);
    edge(fifo);
  }
  return passed();
}
