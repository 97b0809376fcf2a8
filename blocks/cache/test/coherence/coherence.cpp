// SPDX-License-Identifier: Apache-2.0
// Real data caches against the real L2: every 8-byte word has one writer, which counts up; lines
// are shared by all writers. A reader must never see an older value than one that was visible when
// it asked, nor one that was not written; a writer sees exactly its last value. The loads of one
// word by one hart never go backwards in program order, late ones included. Some words are counters
// that all raise atomically; from time to time all harts fight for one of them.
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "Vfy_coherence_top.h"
#include "coherence_atomics.h"
#include "coherence_events.h"
#include "coherence_host.h"
#include "coherence_words.h"

namespace lay = fy_layout;

using namespace coherence;

namespace {

class Test {
 public:
  Vfy_coherence_top top;
  const bool hooked;  // the top has a client of the hooks at each bank
  uint64_t operations = 0, last_progress = 0, loads = 0, replays = 0;
  std::vector<Word> words{kLines * kWords};
  std::map<std::string, uint64_t> events;
  Atomics atomics;

  explicit Test(bool hooked_top) : hooked(hooked_top) {
    for (size_t i = 0; i < words.size(); i++)
      words[i].owner = static_cast<int>((i + i / kWords) % (kHarts + 1));
    for (int i = 0; i < Atomics::kCounters; i++) words[Atomics::word(i)].owner = -1;
    top.latency_i = 1 + below(40);
    top.transactor_limit_i = 0;
    top.hold_i = 0;
    top.data_valid_i = 0;
    top.host_a_valid_i = top.host_d_ready_i = 0;
    reset(top, 3);
  }

  void run(uint64_t count) {
    while (operations < count) step(true);
    while (!idle()) step(false);
    for (int i = 0; i < 50; i++) step(false);
    final_check();
    require_events();
  }

 private:
  std::array<Hart, kHarts> harts_;
  std::array<Request, 16> requests_;
  uint32_t hold_ = 0;
  int activity_ = 60, holds_ = 0;
  bool fight_ = false;
  uint64_t bounded_ = 0;

  static uint64_t address(int word) { return kBase + static_cast<uint64_t>(word) * 8; }

  bool idle() const {
    for (int h = 0; h < kHarts; h++) {
      if (harts_[h].offered || harts_[h].decide || atomics.pending(h)) return false;
      for (bool busy : harts_[h].busy) {
        if (busy) return false;
      }
    }
    for (const Request& r : requests_) {
      if (r.busy) return false;
    }
    return top.data_quiet_o == (1 << kHarts) - 1;
  }

  void step(bool more) {
    if (cycle % 2048 == 0) {
      const int activities[] = {10, 40, 90, 100}, holds[] = {0, 0, 10, 40};
      fight_ = percent(25);
      atomics.fight(fight_);
      activity_ = fight_ ? 100 : activities[below(4)];
      holds_ = holds[below(4)];
      const int limits[] = {0, 1, 2, 4};
      top.transactor_limit_i = limits[below(4)];
    }
    hold_ = 0;
    if (holds_) {
      for (int i = 0; i < 5 * (kHarts + 1); i++)
        hold_ |= static_cast<uint32_t>(percent(holds_)) << i;
    }
    top.hold_i = hold_;
    drive_harts(more);
    // Who holds the line while the bank serves the host raises it more often: not in a fight.
    drive_host(more && !fight_);
    top.eval();
    if (top.violation_o)
      fail("TileLink rule " + std::to_string(top.rule_o) + " is broken, clients " +
           std::to_string(top.violation_o));
    if (top.bus_error_o) fail("bus error");
    sample_harts();
    const bool taken = sample_host();
    count_events(top, hooked, events);
    edge(top);
    if (taken) top.host_a_valid_i = 0;
    if (more && cycle - last_progress > 50000) fail("no progress");
  }

  int some_word(int owner, bool own) {
    while (true) {
      // Half of the traffic meets on four lines.
      const int line = static_cast<int>(percent(50) ? below(4) : below(kLines));
      const int word = line * kWords + static_cast<int>(below(kWords));
      if (!own || words[word].owner == owner) return word;
    }
  }

  int own_word(int owner, int line) const {
    int word = line * kWords;
    while (words[word].owner != owner) word++;
    return word;
  }

  void drive_harts(bool more) {
    for (int h = 0; h < kHarts; h++) {
      Hart& t = harts_[h];
      // A second access waits for the decision, so that a replay needs no squash.
      if (t.offered || t.decide || !(more || atomics.pending(h)) || !percent(activity_)) continue;
      // Between LR and SC stores may come, which bring the line back when it was lost.
      const bool pending = atomics.pending(h);
      t.atomic = pending ? !more || fight_ || percent(25) : percent(fight_ ? 80 : 20);
      Atomics::Issue issue;
      if (t.atomic) {
        issue = atomics.next(h);
      } else {
        t.store = !fight_ && percent(pending ? 80 : 40);
        t.word = fight_               ? Atomics::word(0)
                 : pending && t.store ? own_word(h, atomics.line(h))
                                      : some_word(h, t.store);
        if (!t.store) {
          t.tag = static_cast<int>(below(4));
          if (t.busy[t.tag]) continue;
        }
        issue.operation = t.store;
        issue.data = t.store ? words[t.word].written + 1 : 0;
      }
      t.offered = true;
      namespace D = lay::data_i;
      const auto field = [&](lay::Field f) { return lay::at(f, h, D::width); };
      lay::set(top.data_i, field(D::id_tag_), t.tag);
      lay::set(top.data_i, field(D::id_hart_), h);
      lay::set(top.data_i, field(D::id_thread_), 0);
      lay::set(top.data_i, field(D::operation_), issue.operation);
      lay::set(top.data_i, field(D::size_), 3);
      lay::set(top.data_i, field(D::is_unsigned_), 0);
      lay::set(top.data_i, field(D::kind_), 0);
      const uint64_t at = t.atomic ? Atomics::address(issue.counter) : address(t.word);
      lay::set(top.data_i, field(D::address_), at);
      lay::set(top.data_i, field(D::data_), issue.data);
      top.data_valid_i |= 1 << h;
    }
  }

  void loaded(int h, const Load& load, uint64_t value) {
    const Word& word = words[load.word];
    const std::string where = "hart " + std::to_string(h) + " word " + std::to_string(load.word) +
                              " value " + std::to_string(value);
    if (load.own ? value != load.exact : value < load.floor) {
      fail(where + " is stale, expected " + std::to_string(load.own ? load.exact : load.floor));
    }
    if (value > word.written) fail(where + " was not written yet");
    if (value > load.ceiling) fail(where + " is newer than that of a younger load");
    harts_[h].observed(load.word, load.number, value, value);
    bounded_ += load.bounded;
    loads++;
    last_progress = cycle;
  }

  void atomic_decided(int h, bool replayed, uint64_t value) {
    const Atomics::Result result = atomics.decided(h, replayed, value);
    if (!result.seen) return;
    const int index = Atomics::word(result.counter);
    Word& word = words[index];
    const uint64_t after = result.value + result.raised;
    const uint64_t seen = std::max(word.visible, harts_[h].seen[index]);
    if (result.value < seen) fail("an atomic saw an older value than " + std::to_string(seen));
    harts_[h].observed(index, ++harts_[h].decided, result.value, after);
    // Requests from now on find the line here.
    if (result.raised) word.written = word.visible = std::max(word.visible, after);
  }

  void sample_harts() {
    for (int h = 0; h < kHarts; h++) {
      namespace V = lay::l1_events_o;
      const auto event = [&](lay::Field field) {
        return lay::get(top.l1_events_o, lay::at(field, h, V::width)) != 0;
      };
      atomics.watch(h, event(V::probe_), event(V::probe_held_), (top.upgrade_o >> h) & 1);
      Hart& t = harts_[h];
      namespace L = lay::data_late_o;
      const auto late = [&](lay::Field field) {
        return lay::get(top.data_late_o, lay::at(field, h, L::width));
      };
      const uint64_t data = lay::get(top.data_data_o, {64 * h, 64});
      if ((top.data_late_valid_o >> h) & 1) {
        const int tag = static_cast<int>(late(L::id_tag_));
        if (!t.busy[tag]) fail("late value of nothing");
        t.busy[tag] = false;
        loaded(h, t.load[tag], late(L::data_));
      }
      if (t.decide) {
        t.decide = false;
        const uint64_t status = lay::get(top.data_status_o, {2 * h, 2});
        if (t.atomic) {
          if (status == 1) fail("an atomic came late");
          atomic_decided(h, status == 2, data);
          replays += status == 2;
          operations += status != 2;
          last_progress = status != 2 ? cycle : last_progress;
        } else if (status == 2) {
          replays++;
        } else if (t.store) {
          words[t.word].written++;
          operations++;
          last_progress = cycle;
        } else {
          Load load{t.word, std::max(words[t.word].visible, t.seen[t.word]), words[t.word].written,
                    words[t.word].owner == h, ++t.decided};
          operations++;
          if (status == 1) {
            t.busy[t.tag] = true;
            t.load[t.tag] = load;
          } else {
            loaded(h, load, data);
          }
        }
      } else if (!t.offered && ((top.data_quiet_o >> h) & 1)) {
        // Nothing waits in this cache: what it wrote is visible.
        if (percent(10)) {
          for (Word& word : words) {
            if (word.owner == h) word.visible = word.written;
          }
        }
      }
      if (((top.data_valid_i >> h) & 1) && ((top.data_ready_o >> h) & 1)) {
        t.decide = true;
        t.offered = false;
        dropped_ |= 1 << h;
      }
    }
  }
  int dropped_ = 0;

  // ---- the agent that does not cache ----------------------------------------------------------
  void drive_host(bool more) {
    if (dropped_) {
      top.data_valid_i &= ~dropped_;
      dropped_ = 0;
    }
    top.host_d_ready_i = !stalls(20);
    if (top.host_a_valid_i || !more || !percent(activity_ / 3)) return;
    const int source = static_cast<int>(below(16));
    Request& r = requests_[source];
    if (r.busy) return;
    r = Request();
    const uint32_t dice = below(10);
    r.put = dice < 4;
    r.intent = dice == 9;
    r.word = some_word(kHost, r.put);
    if (r.put) {
      // One Put of a word at a time: two would have no order.
      for (const Request& other : requests_) {
        if (other.busy && other.put && other.word == r.word) return;
      }
    } else {
      r.size = 6;
      r.word -= r.word % kWords;
      for (int i = 0; i < kWords; i++) r.floor[i] = words[r.word + i].visible;
    }
    r.busy = true;
    r.allocate = percent(50);
    r.value = words[r.word].written + 1;
    offer(top, r, source,
          r.put      ? (below(2) ? lay::PutPartialData : lay::PutFullData)
          : r.intent ? lay::Intent
                     : lay::Get);
    if (r.put) words[r.word].written = r.value;
  }

  bool sample_host() {
    if (top.host_d_valid_o && top.host_d_ready_i) {
      namespace D = lay::host_d_o;
      Request& r = requests_[lay::get(top.host_d_o, D::source_) & 15];
      if (!r.busy) fail("answer to nothing");
      if (lay::get(top.host_d_o, D::denied_)) fail("denied");
      last_progress = cycle;
      if (r.put) {
        words[r.word].visible = r.value;
        r.busy = false;
        operations++;
      } else if (r.intent) {
        r.busy = false;
        operations++;
      } else {
        constexpr int kBeatWords = kBeat / 8;
        std::array<uint64_t, kBeatWords> data;
        std::memcpy(data.data(), top.host_d_o.data(), kBeat);
        for (int i = 0; i < kBeatWords; i++) {
          const int k = r.beats * kBeatWords + i;
          const Word& word = words[r.word + k];
          if (data[i] < r.floor[k] || data[i] > word.written) {
            fail("host Get of word " + std::to_string(r.word + k) + " value " +
                 std::to_string(data[i]) + " outside " + std::to_string(r.floor[k]) + " to " +
                 std::to_string(word.written));
          }
        }
        if (++r.beats == kWords / kBeatWords) {
          r.busy = false;
          operations++;
        }
      }
    }
    return top.host_a_valid_i && top.host_a_ready_o;
  }

  // Everything is quiet: the coherent view is exact. Reads through the bus, one line at a time.
  void final_check() {
    for (Word& word : words) word.visible = word.written;
    holds_ = 0;
    atomics.finish();
    for (int i = 0; i < Atomics::kCounters; i++) {
      if (words[Atomics::word(i)].written != atomics.total(i)) fail("sum of a counter");
    }
    if (bounded_ == 0) fail("no late load met another load of its word");
    for (int line = 0; line < kLines; line++) {
      Request& r = requests_[0];
      r = Request();
      r.busy = true;
      r.size = 6;
      r.word = line * kWords;
      for (int i = 0; i < kWords; i++) r.floor[i] = words[r.word + i].written;
      offer(top, r, 0, lay::Get);
      for (int guard = 0; r.busy; guard++) {
        step(false);
        if (guard > 10000) fail("no answer at the end");
      }
    }
  }

  void require_events() {
    atomics.print();
    std::printf("event late_load_met_another %" PRIu64 "\n", bounded_);
    for (const auto& [name, number] : events)
      std::printf("event %s %" PRIu64 "\n", name.c_str(), number);
    for (const auto& [name, number] : events) {
      met(number, name);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const Options options("coherence", argc, argv);
  Test test(options.number("--hooked", 0));
  test.run(options.count);
  std::printf("operations %" PRIu64 " loads %" PRIu64 " replays %" PRIu64 "\n", test.operations,
              test.loads, test.replays);
  return passed();
}
