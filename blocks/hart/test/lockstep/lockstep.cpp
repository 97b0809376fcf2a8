// SPDX-License-Identifier: Apache-2.0

/// Runs one program on fy_hart behind random ports and writes its retirement trace to standard
/// output, then what happened at the ports as `# name count`. Called by freightyard.lockstep.
///
///   bench --elf FILE --seed N --limit RECORDS [--interrupted 1] [--manner 0..5]
///
/// `--manner` fixes how the ports behave (0: everything hits), which the seed chooses otherwise.
/// `--interrupted 1` raises the external interrupt at random; the handler's store takes it back.
/// Exit code 0: the program ended by itself or reached the limit; 3: a contract was broken or
/// nothing retired for long, told on standard error.
#include <cstring>
#include <memory>

#include "Vfy_hart.h"
#include "fy_layout.h"
#include "lockstep_memory.h"
#include "lockstep_ports.h"
#include "sim/trace/retirement_log.h"
#include "verilated.h"

using namespace fy_layout;
using fy::Retirement;
using fy::RetirementLog;

namespace {

constexpr uint64_t kPatience = 20000;  // cycles without a retirement

/// Takes one cycle's retirement; true when the program has ended.
bool record(const Vfy_hart& top, RetirementLog& trace) {
  const auto& port = top.retirement_o;
  bool ended = false;
  if (get(port, retirement_o::valid_)) {
    Retirement r{};
    r.trap = get(port, retirement_o::trap_);
    r.is_interrupt = get(port, retirement_o::is_interrupt_);
    r.cause = static_cast<unsigned>(get(port, retirement_o::cause_));
    r.tval = get(port, retirement_o::tval_);
    r.pc = get(port, retirement_o::pc_);
    r.instruction = static_cast<uint32_t>(get(port, retirement_o::instruction_));
    r.rd_write = get(port, retirement_o::rd_write_);
    r.rd_late = get(port, retirement_o::rd_late_);
    r.rd = static_cast<unsigned>(get(port, retirement_o::rd_));
    r.rd_data = get(port, retirement_o::rd_data_);
    r.store = get(port, retirement_o::store_);
    r.store_size = static_cast<unsigned>(get(port, retirement_o::store_size_));
    r.store_address = get(port, retirement_o::store_address_);
    r.store_data = get(port, retirement_o::store_data_);
    r.privilege = static_cast<unsigned>(get(port, retirement_o::privilege_));
    ended = !r.trap && r.store && r.store_address == kFinish;
    trace.retire(r);
  }
  if (get(port, retirement_o::late_valid_)) {
    const auto rd = static_cast<unsigned>(get(port, retirement_o::late_rd_));
    if (!trace.late(rd, get(port, retirement_o::late_data_))) {
      trace.abandon();
      broken("a late result that no retired load waits for, register", rd);
    }
  }
  return ended;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("lockstep", argc, argv);
  const uint64_t limit = options.number("--limit", 1000000);
  const std::string kind = options.text("--manner", "-1");
  const Manner manner = choose(std::atoi(kind.c_str()));
  Memory memory(options.text("--elf"));
  FetchPort fetch;
  DataPort data;
  Counts counts;
  static char buffer[1 << 16];
  std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  RetirementLog trace(stdout);

  auto top = std::make_unique<Vfy_hart>();
  top->time_i = 0;
  top->translation_fence_done_i = 0;
  set(top->coprocessor_i, coprocessor_i::busy_, 0);
  top->interrupts_i = 0;
  const bool interrupted = options.number("--interrupted", 0);
  const unsigned gap = percent(50) ? 30 : 120;  // mean, in cycles
  bool ended = false, external = false;
  int busy = 0, fence = -1;
  uint64_t alive = 0, offered = 0;
  reset(*top, 4);
  while (trace.count() < limit && !(ended && trace.empty())) {
    fetch.drive(*top, memory, manner);
    data.drive(*top, memory, manner);
    top->time_i = cycle / 8;
    top->coprocessor_ready_i = percent(50);
    set(top->coprocessor_i, coprocessor_i::illegal_, 1);
    set(top->coprocessor_i, coprocessor_i::result_, random64());
    if (busy) busy--;
    if (below(1000) < manner.coprocessor_busy) busy = static_cast<int>(below(20));
    set(top->coprocessor_i, coprocessor_i::busy_, busy != 0);
    top->translation_fence_done_i = fence == 0;
    uint64_t lines = 0;
    // Reset state of the timer's compare register is zero, which the program changes first.
    if (memory.software_interrupt()) lines |= 1ULL << interrupts_i::software_.low;
    if (memory.timer_interrupt(top->time_i)) lines |= 1ULL << interrupts_i::timer_.low;
    if (memory.take_claim()) external = false;
    if (interrupted && !external && below(gap) == 0) {
      external = true;
      counts["external_interrupt"]++;
    }
    if (external) lines |= 1ULL << interrupts_i::external_.low;
    top->interrupts_i = static_cast<CData>(lines);
    top->eval();
    if (record(*top, trace)) ended = true;
    fetch.step(*top, memory, manner, counts);
    data.step(*top, memory, manner, counts);
    memory.step(percent(manner.stale));
    if (get(top->translation_fence_o, translation_fence_o::valid_) && fence < 0) {
      if (!data.idle()) broken("a fence of translations with accesses under way", cycle);
      fence = static_cast<int>(below(manner.fetch_delay + 1));
    } else if (fence >= 0) {
      if (!get(top->translation_fence_o, translation_fence_o::valid_))
        broken("a fence of translations withdrawn", cycle);
      fence--;
    }
    const bool offer = get(top->coprocessor_o, coprocessor_o::valid_);
    if (offered && !offer) broken("a coprocessor offer was withdrawn", offered);
    offered = offer && !top->coprocessor_ready_i ? 1 : 0;
    counts["coprocessor_refused"] += offer && top->coprocessor_ready_i;
    counts["mispredict"] += get(top->events_o, events_o::mispredict_);
    counts["load_use_stall"] += get(top->events_o, events_o::load_use_stall_);
    counts["fence_stall"] += get(top->events_o, events_o::fence_stall_);
    counts["fetch_tlb_miss"] += get(top->events_o, events_o::fetch_tlb_miss_);
    counts["data_tlb_miss"] += get(top->events_o, events_o::data_tlb_miss_);
    counts["walk_from_walk_cache"] += get(top->walker_events_o, walker_events_o::cached_);
    counts["retired_event"] += get(top->events_o, events_o::retired_);
    if (get(top->retirement_o, retirement_o::valid_)) alive = cycle;
    if (cycle - alive > kPatience) {
      trace.abandon();
      std::fprintf(stderr, "nothing retired for %llu cycles; fetch valid %d, data valid %d\n",
                   static_cast<unsigned long long>(kPatience),
                   static_cast<int>(get(top->fetch_o, fetch_o::valid_)),
                   static_cast<int>(get(top->data_o, data_o::valid_)));
      return 3;
    }
    edge(*top);
  }
  trace.abandon();
  counts["cycles"] = cycle;
  counts["retired"] = trace.count();
  for (const auto& [name, value] : counts)
    std::printf("# %s %llu\n", name.c_str(), static_cast<unsigned long long>(value));
  return 0;
}
