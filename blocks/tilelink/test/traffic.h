// SPDX-License-Identifier: Apache-2.0
// Random traffic of three clients against a flat memory.
#pragma once

#include "blocks/tilelink/test/crossbar_bench.h"

namespace bench {

/// Random Gets and Puts of three clients to everything, against a flat memory.
struct Pending {
  bool live = false;
  uint32_t opcode = 0, size = 0;
  uint64_t address = 0;
  int beat = 0;
  bool denied = false;
};

inline void random_traffic(System& s, uint64_t operations) {
  s.limit = 1000 + operations * 60;
  constexpr int kSources = 16;
  constexpr uint64_t kBytes = 4096;  // of each region
  const uint64_t bases[] = {kNear, kFar, kNarrow, kNobody};
  std::vector<uint8_t> memory(3 * kBytes);
  std::vector<bool> known(3 * kBytes);
  Pending pending[kClients][kSources];
  uint64_t issued = 0, answered = 0, reordered = 0, denied = 0, sizes[13] = {};
  std::deque<int> order[kClients];

  auto place = [&](uint64_t address) {
    return address >= kFar && address < kFar + kBytes ? kBytes + (address - kFar)
           : address >= kNear                         ? address - kNear
                                                      : 2 * kBytes + (address - kNarrow);
  };
  while (answered < operations) {
    for (int i = 0; i < kClients; i++) {
      Client& x = s.clients[i];
      int source = pick(kSources);
      if (issued < operations && x.a.size() < 4 && !pending[i][source].live) {
        int region = pick(16) == 0 ? 3 : pick(3);
        uint32_t size = pick(pick(8) == 0 ? 10 : 7);
        if (region == 2 && pick(4)) size = pick(4);
        // Each client has its own kilobyte, so that the flat memory is exact.
        uint64_t address = bases[region] + 1024 * i + (pick(1024 >> size) << size);
        uint32_t opcode =
            std::array<uint32_t, 5>{Get, Get, PutFullData, PutPartialData, Intent}[pick(5)];
        bool clash = false;
        for (auto& p : pending[i]) {
          clash |= p.live && p.address < address + (1ull << size) &&
                   address < p.address + (1ull << p.size);
        }
        if (clash) continue;
        bool is_denied = region == 3 || (region == 2 && (size > 3 || opcode == Intent));
        pending[i][source] = {true, opcode, size, address, 0, is_denied};
        order[i].push_back(source);
        sizes[size]++;
        request(x.a, opcode, address, size, source, [&](int beat, Beat& m) {
          uint64_t base = (address & ~31ull) + 32 * beat;
          for (int k = 0; k < kBeat; k++) m.data[k] = random64();
          if (opcode == PutPartialData) m.mask &= random64();
          for (int k = 0; k < kBeat; k++) {
            if (!(m.mask >> k & 1) || is_denied) continue;
            memory[place(base + k)] = m.data[k];
            known[place(base + k)] = true;
          }
        });
        issued++;
      }
      x.a_pause = pick(4) == 0;
      x.d_ready = pick(4) != 0;
    }
    s.step();
    for (int i = 0; i < kClients; i++) {
      Client& x = s.clients[i];
      while (!x.d.empty()) {
        Beat m = x.d.front();
        x.d.pop_front();
        check(m.source < kSources && pending[i][m.source].live, "answer to no request");
        Pending& p = pending[i][m.source];
        uint32_t opcode = p.opcode == Get      ? AccessAckData
                          : p.opcode == Intent ? HintAck
                                               : AccessAck;
        check(m.opcode == opcode && m.size == p.size, "wrong answer");
        check(m.denied == p.denied, "denied is wrong");
        bool last = true;
        if (opcode == AccessAckData) {
          uint64_t base = (p.address & ~31ull) + 32 * p.beat;
          uint32_t mask = full_mask(p.address, p.size);
          for (int k = 0; k < kBeat && !p.denied; k++) {
            if (!(mask >> k & 1) || !known[place(base + k)]) continue;
            check(memory[place(base + k)] == m.data[k], "wrong data");
          }
          last = ++p.beat == data_beats(p.size);
        }
        if (!last) continue;
        p.live = false;
        reordered += order[i].front() != int(m.source);
        for (auto it = order[i].begin(); it != order[i].end(); ++it) {
          if (*it == int(m.source)) {
            order[i].erase(it);
            break;
          }
        }
        denied += m.denied;
        answered++;
      }
    }
    check(s.violation() == 0, "rule " + std::to_string(s.violation()));
  }
  std::printf("operations %llu cycles %llu reordered %llu denied %llu\n",
              (unsigned long long)answered, (unsigned long long)cycle,
              (unsigned long long)reordered, (unsigned long long)denied);
  check(reordered && denied, "nothing was reordered or denied");
  for (int k = 0; k < 10; k++) check(sizes[k], "a size never occurred");
}

}  // namespace bench
