// SPDX-License-Identifier: Apache-2.0
// Cases of the crossbar, RAM, width adapter, error responder and link: crossbar --test NAME.
#include "blocks/tilelink/test/traffic.h"
#include "sim/system/link_stalls.h"

using namespace bench;

namespace {

/// A beat every cycle on A and D, two clients at once, and no cycle added by the crossbar.
void throughput(System& s) {
  constexpr int kMessages = 40;
  int sent[kClients] = {}, first_a[kClients], last_a[kClients], got[kClients] = {};
  int first_d[kClients], last_d[kClients];
  const uint64_t bases[] = {kNear, kFar};
  for (int i = 0; i < 2; i++) {
    for (int m = 0; m < kMessages; m++) {
      // Client 0 reads one beat a message, client 1 writes bursts of two.
      if (i == 0)
        request(s.clients[i].a, Get, bases[i] + 32 * m, 5, m % 16);
      else
        request(s.clients[i].a, PutFullData, bases[i] + 64 * m, 6, m % 16, [](int, Beat&) {});
    }
  }
  int beats[] = {kMessages, 2 * kMessages};
  for (int cycle = 0; cycle < 200; cycle++) {
    s.step();
    for (int i = 0; i < 2; i++) {
      if (s.a_fired[i]) {
        if (!sent[i]++) first_a[i] = cycle;
        last_a[i] = cycle;
      }
      if (s.d_fired[i]) {
        if (!got[i]++) first_d[i] = cycle;
        last_d[i] = cycle;
      }
    }
  }
  for (int i = 0; i < 2; i++) {
    check(sent[i] == beats[i] && got[i] == kMessages, "beats are missing");
    check(last_a[i] - first_a[i] == beats[i] - 1, "A has a gap");
  }
  check(first_a[0] == 0 && first_a[1] == 0, "A waits");
  check(last_d[0] - first_d[0] == kMessages - 1, "D has a gap");
  check(first_d[0] == 1, "the crossbar added a cycle to a RAM of latency 1");
  check(first_d[1] == 1 + 4, "a RAM of latency 4 answers its two-beat Put in another cycle");
  // Bursts of answers: one Get of 512 bytes gives 16 beats in 16 cycles.
  for (auto& x : s.clients) x.d.clear();
  request(s.clients[2].a, Get, kNear, 9, 0);
  int run = 0, first = -1;
  for (int cycle = 0; cycle < 20; cycle++) {
    s.step();
    if (s.d_fired[2] && first < 0) first = cycle;
    if (first >= 0 && cycle < first + 16) run += s.d_fired[2];
  }
  check(first == 1 && run == 16, "a burst of answers has a gap");
  check(s.violation() == 0, "rule " + std::to_string(s.violation()));
}

/// All clients ask one manager all the time: they take turns by message.
void fairness(System& s) {
  int served[kClients] = {}, run = 0, previous = -1;
  for (int cycle = 0; cycle < 300; cycle++) {
    for (int i = 0; i < kClients; i++) {
      if (s.clients[i].a.empty()) {
        if (i == 1)
          request(s.clients[i].a, PutFullData, kOuter, 6, 0, [](int, Beat&) {});
        else
          request(s.clients[i].a, Get, kOuter, 5, 0);
      }
    }
    s.outer_a_ready = pick(3) != 0;
    s.step();
    while (!s.outer_a.empty()) {
      Beat m = s.outer_a.front();
      s.outer_a.pop_front();
      int who = m.source >> 8;
      check(who < kClients, "source names no client");
      bool second_beat = m.opcode == PutFullData && who == previous && run == 1;
      if (!second_beat) {
        check(who != previous, "a client was served twice in a row");
        served[who]++;
        run = 0;
      }
      run++;
      previous = who;
    }
  }
  for (int i = 1; i < kClients; i++) {
    check(std::abs(served[i] - served[0]) <= 1, "a client was served more often");
  }
  check(served[0] > 30, "too few were served");
}

/// A burst that pauses keeps its manager; others wait behind it, on A, C and D.
void lock(System& s) {
  for (int round = 0; round < 200; round++) {
    int writer = pick(kClients), other = (writer + 1 + pick(2)) % kClients;
    uint64_t address = kOuter + 64 * pick(16);
    s.outer_a.clear();
    for (int beat = 0; beat < 4; beat++) {
      Beat m;
      m.opcode = PutFullData, m.size = 7, m.source = 3, m.mask = 0xffffffff;
      m.address = address & ~127ull;
      m.data[0] = beat;
      s.clients[writer].a.push(m);
    }
    for (int k = 0; k < 3; k++) request(s.clients[other].a, Get, kOuter + 64 * k, 5, k);
    while (!s.clients[writer].a.empty() || !s.clients[other].a.empty()) {
      s.clients[writer].a_pause = pick(2);
      s.outer_a_ready = pick(2);
      s.step();
    }
    s.clients[writer].a_pause = false;
    int at = -1, seen = 0;
    for (size_t k = 0; k < s.outer_a.size(); k++) {
      if (s.outer_a[k].opcode != PutFullData) continue;
      check(at < 0 || int(k) == at + 1, "a burst was interrupted");
      check(s.outer_a[k].data[0] == seen++, "beats changed their order");
      at = k;
    }
    check(seen == 4 && s.outer_a.size() == 7, "beats are missing");
    // D: the outer manager answers with a burst that pauses while the near RAM answers too.
    s.outer_a_ready = true;
    request(s.clients[0].a, Get, kNear, 5, 1);
    Beat d;
    d.opcode = AccessAckData, d.size = 7, d.source = 5;
    int left = 4;
    s.clients[0].d.clear();
    while (left || s.clients[0].d.size() < 5) {
      if (left && s.outer_d.empty() && pick(2)) {
        s.outer_d.push(d);
        left--;
      }
      s.step();
    }
    int position = -1;
    for (int k = 0; k < 5; k++) {
      if (s.clients[0].d[k].source == 1) position = k;
    }
    check(position == 0 || position == 4, "an answer broke into a burst");
  }
}

/// Every opcode to an unmapped address is answered denied, with the right number of beats.
void unmapped(System& s) {
  struct Case {
    uint32_t opcode, answer;
    bool data;
  };
  const Case cases[] = {{Get, AccessAckData, true},         {PutFullData, AccessAck, false},
                        {PutPartialData, AccessAck, false}, {ArithmeticData, AccessAckData, true},
                        {LogicalData, AccessAckData, true}, {Intent, HintAck, false},
                        {AcquireBlock, GrantData, true},    {AcquirePerm, Grant, false}};
  for (uint64_t base : {kNobody, kNarrow}) {
    for (const Case& one : cases) {
      for (uint32_t size = base == kNarrow ? 4 : 0; size < 9; size++) {
        Client& x = s.clients[1];
        uint64_t address = base;
        request(x.a, one.opcode, address, size, 7, [](int, Beat&) {});
        int wanted = one.data ? data_beats(size) : 1;
        for (int k = 0; k < 60 && int(x.d.size()) < wanted; k++) s.step();
        s.idle(3);
        check(int(x.d.size()) == wanted, "wrong number of answer beats");
        check(x.a.empty(), "request beats were left");
        for (const Beat& m : x.d) {
          check(m.opcode == one.answer && m.denied && m.size == size && m.source == 7,
                "wrong answer to opcode " + std::to_string(one.opcode));
          check(m.corrupt == one.data, "corrupt is wrong");
        }
        if (one.opcode >= AcquireBlock) {
          check(x.d[0].param == CapToN, "a denied Grant gave a permission");
          Beat e;
          e.sink = x.d[0].sink;
          if (base == kNobody) x.e.push(e);
          s.idle(2);
          check(x.e.empty(), "GrantAck is not taken");
          if (base == kNarrow) x.e.push(e), s.idle(2);
        }
        x.d.clear();
      }
    }
  }
  // A Release to an unmapped address is acknowledged.
  Beat c;
  c.opcode = ReleaseData, c.size = 6, c.source = 4, c.address = kNobody;
  for (int beat = 0; beat < 2; beat++) s.clients[0].c.push(c);
  s.idle(6);
  check(s.clients[0].d.size() == 1 && s.clients[0].d[0].opcode == ReleaseAck &&
            s.clients[0].d[0].source == 4 && !s.clients[0].d[0].denied,
        "no ReleaseAck");
  check(s.violation() == 0, "rule " + std::to_string(s.violation()));
}

/// Sources and sinks are tagged and untagged on all five channels.
void routing(System& s) {
  for (int round = 0; round < 100; round++) {
    int who = pick(kClients);
    uint32_t source = pick(16), sink = pick(8);
    Client& x = s.clients[who];
    uint64_t line = kOuter + 64 * (1 + pick(100));
    request(x.a, AcquireBlock, line, 6, source, GrowNtoT);
    s.idle(1);
    check(s.outer_a.size() == 1, "Acquire did not arrive");
    check(s.outer_a[0].source == (who << 8 | source), "source is not tagged");
    Beat d;
    d.opcode = GrantData, d.size = 6, d.source = s.outer_a[0].source, d.sink = sink;
    d.data[0] = 17;
    for (int beat = 0; beat < 2; beat++) s.outer_d.push(d);
    s.idle(2);
    check(x.d.size() == 2 && x.d[0].source == source && x.d[0].data[0] == 17,
          "Grant went elsewhere");
    Beat e;
    e.sink = x.d[0].sink;
    x.e.push(e);
    s.idle(1);
    check(s.outer_e.size() == 1 && s.outer_e[0].sink == sink, "GrantAck lost its sink");
    Beat b;
    b.opcode = ProbeBlock, b.param = CapToN, b.size = 6, b.address = line, b.source = who << 8;
    s.outer_b.push(b);
    s.idle(1);
    check(x.b.size() == 1 && x.b[0].address == line && x.b[0].source == 0, "Probe went elsewhere");
    Beat c;
    c.opcode = ProbeAckData, c.param = PruneTtoN, c.size = 6, c.address = line;
    c.data[3] = round;
    for (int beat = 0; beat < 2; beat++) x.c.push(c);
    s.outer_c_ready = pick(2);
    s.idle(1);
    s.outer_c_ready = true;
    s.idle(2);
    check(s.outer_c.size() == 2 && s.outer_c[1].source == (who << 8) &&
              s.outer_c[1].data[3] == (round & 255),
          "ProbeAckData is not as sent");
    x.d.clear(), x.b.clear(), s.outer_a.clear(), s.outer_c.clear(), s.outer_e.clear();
  }
  check(s.violation() == 0, "rule " + std::to_string(s.violation()));
}

/// A manager goes on past a client whose answers wait in a queue, until the queue is full; past one
/// without a queue it does not. What waited comes whole and in order, before and after the others'.
void queued(System& s) {
  constexpr int kDepth = 4, kGets = 4;
  for (const int slow : {1, 2}) {
    Client &x = s.clients[slow], &fast = s.clients[0];
    for (const int gets : {kGets, 3 * kGets}) {
      x.d_ready = false;
      x.d.clear(), fast.d.clear();
      for (int m = 0; m < gets; m++) request(x.a, Get, kNear + 32 * m, 5, m);
      s.idle(gets + 4);
      const bool fits = slow == 1 && gets <= kDepth;
      check(x.a.empty() == fits, "the manager took what it has no room for");
      for (int m = 0; m < 3; m++) request(fast.a, Get, kNear + 32 * m, 5, m);
      s.idle(10);
      check(fast.d.size() == (fits ? 3 : 0), "who passes whom");
      // The other manager's answer does not wait behind it in either case.
      request(fast.a, Get, kFar, 5, 9);
      s.idle(fits ? 10 : 0);
      x.d_ready = true;
      s.idle(4 * gets);
      check(int(x.d.size()) == gets && fast.d.size() == 4, "answers are missing");
      for (int m = 0; m < gets; m++)
        check(int(x.d[m].source) == m, "answers of a manager changed their order");
    }
    // An empty queue adds no cycle.
    x.d.clear();
    request(x.a, Get, kNear, 6, 0);
    s.idle(3);
    check(x.d.size() == 2, "an answer came late");
  }
  check(s.violation() == 0, "rule " + std::to_string(s.violation()));
}

/// From the next clock edge on, these channels of the link of client 0 stand still.
void hold(System& s, uint32_t channels) {
  check(fy::hold_link("gen_client[0].i_link", channels), "the link is not there");
  s.idle(1);
}

bool waits(System& s, unsigned channel) {
  return (s.top.link_valid_o >> channel & 1) && !(s.top.link_ready_o >> channel & 1);
}

/// A held channel stands still and shows its sender waiting; released, it goes on.
void link(System& s) {
  Client& x = s.clients[0];
  hold(s, 1);
  request(x.a, Get, kNear, 5, 0);
  s.idle(5);
  check(x.a.size() == 1 && waits(s, 0), "A is not held");
  hold(s, 8);
  s.idle(5);
  check(x.a.empty() && x.d.empty() && waits(s, 3), "D is not held");
  hold(s, 2);
  Beat b;
  b.opcode = ProbeBlock, b.param = CapToN, b.size = 6, b.address = kOuter;
  s.outer_b.push(b);
  s.idle(2);
  check(x.d.size() == 1, "D does not go on");
  check(x.b.empty() && waits(s, 1), "B is not held");
  hold(s, 4);
  s.idle(1);
  check(x.b.size() == 1, "B does not go on");
  Beat c;
  c.opcode = ProbeAck, c.param = ReportNtoN, c.size = 6, c.address = kOuter;
  x.c.push(c);
  s.idle(2);
  check(x.c.size() == 1 && waits(s, 2), "C is not held");
  hold(s, 16);
  x.e.push(Beat{});
  s.idle(2);
  check(x.c.empty() && s.outer_c.size() == 1, "C does not go on");
  check(x.e.size() == 1 && waits(s, 4), "E is not held");
  hold(s, 0);
  s.idle(1);
  check(x.e.empty(), "E does not go on");
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("crossbar", argc, argv);
  const std::map<std::string, void (*)(System&)> cases = {
      {"throughput", throughput}, {"fairness", fairness}, {"lock", lock}, {"unmapped", unmapped},
      {"routing", routing},       {"queued", queued},     {"link", link}};
  System s;
  if (options.test == "random") {
    random_traffic(s, options.count);
  } else {
    const auto found = cases.find(options.test);
    if (found == cases.end()) fail("there is no test " + options.test);
    found->second(s);
  }
  return passed();
}
