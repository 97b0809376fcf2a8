// SPDX-License-Identifier: Apache-2.0
// The agents of the L2 stress, and what a client of the bank's hooks has written: the line of each
// address with kCopy set, as the flat memory had it until then.
#pragma once

#include "l2_agents.h"

namespace l2 {

class CopyAgents : public Agents {
 public:
  uint64_t copies = 0, refused = 0;
  using Agents::Agents;

  void written(uint64_t address, bool error) override {
    if (!(address & kCopy)) return Agents::written(address, error);
    (error ? refused : copies)++;
    const int line = line_of(address & ~kCopy);
    if (!error) compare(bench.line(address).data(), golden[line].data(), kLine, "copy", line);
  }
};

}  // namespace l2
