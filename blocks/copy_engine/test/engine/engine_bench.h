// SPDX-License-Identifier: Apache-2.0
// Clocks the verilated engine between a coprocessor driver and the memory model.
#pragma once

#include <memory>

#include "Vfy_copy_engine.h"
#include "copy_reference.h"
#include "fy_copy_engine_pkg.h"
#include "fy_copy_engine_registers_pkg.h"
#include "fy_layout.h"
#include "page_tables.h"

namespace port = fy_layout;
namespace registers = fy_copy_engine_registers_pkg;

enum Funct {
  kTransfer = fy_copy_engine_pkg::FunctTransfer,
  kResume = fy_copy_engine_pkg::FunctResume,
  kRead = fy_copy_engine_pkg::FunctReadRegister,
  kWrite = fy_copy_engine_pkg::FunctWriteRegister,
  kSet = fy_copy_engine_pkg::FunctSetBits,
  kClear = fy_copy_engine_pkg::FunctClearBits
};
enum Register {
  kSourceStride = registers::CopySourceStride,
  kTargetStride = registers::CopyTargetStride,
  kSegmentSize = registers::CopySegmentSize,
  kSegments = registers::CopySegments,
  kControl = registers::CopyControl,
  kStatus = registers::CopyStatus,
  kPage = registers::CopyPage,
  kSource = registers::CopySource,
  kTarget = registers::CopyTarget,
  kBytesLeft = registers::CopyBytesLeft,
  kSegmentsLeft = registers::CopySegmentsLeft,
  kAddress = registers::CopyErrorAddress,
  kOwner = registers::CopyOwner,
  kOwnerSatp = registers::CopyOwnerSatp
};
enum Code { kOccupied = registers::CopyStatusCodeOccupied, kLost = registers::CopyStatusCodeLost };
enum Control {
  kPauseBit = 1 << registers::CopyControlPause,
  kShapeView = 1 << registers::CopyControlShapeView,
  kOverlap = 1 << registers::CopyControlOverlap,
  kRelease = 1 << registers::CopyControlRelease
};
constexpr unsigned kBeat = sizeof(VlWide<port::tl_a_o::data_.width / 32>);
constexpr unsigned kTrackers = port::tl_a_o::count;

/// Who executes the instructions: machine mode unless a case says otherwise.
struct Caller {
  unsigned privilege = 3, mpp = 0;
  bool sum = false, mxr = false, mprv = false;
  uint64_t satp = 0;
};

struct Answer {
  bool illegal;
  uint64_t result, cycle;
};

class EngineBench {
 public:
  explicit EngineBench(unsigned blocks)
      : top(new Vfy_copy_engine),
        blocks_(blocks),
        memory(kBeat, blocks < 4 ? 8 : 2 * blocks, (blocks < 4 ? 8 : 2 * blocks) + 8, kTrackers) {
    for (auto& b : memory.bytes) b = static_cast<uint8_t>(pick(256));
    top->block_limit_i = 63;
    top->tracker_limit_i = 7;
    top->throttle_i = 0;
    top->slots_i = 1;
    restart();
  }
  ~EngineBench() { top->final(); }

  std::unique_ptr<Vfy_copy_engine> top;

 private:
  unsigned blocks_;

 public:
  MemoryModel memory;
  Walker walker;
  Caller caller;
  uint64_t first_request = 0, peak_entries = 0;
  bool busy = false, fence_done = false;
  uint64_t time_ahead = 0;
  unsigned throttle = 0, throttle_banks = 0;  // to be checked
  Counts events;                              // what the engine's own counters say
  uint64_t event_requests = 0, event_transfers = 0, event_full = 0, event_errors = 0;
  uint64_t event_resumes = 0, event_pauses = 0, event_faults = 0, event_misses = 0;
  uint64_t event_walks = 0, event_queued = 0, event_throttled = 0, tracker_cycles = 0;
  uint64_t event_overlapped = 0, event_fences = 0;
  unsigned peak_trackers = 0;

  void restart() {
    port::set(top->coprocessor_i, port::coprocessor_i::valid_, 0);
    stand();
    port::set(top->translation_fence_i, port::translation_fence_i::valid_, 0);
    port::set(top->walk_i, port::walk_i::valid_, 0);
    top->walk_ready_i = 0;
    top->tl_a_ready_i = 0;
    top->tl_d_valid_i = 0;
    reset(*top, 2);
    memory.reset();
    walker.reset();
    busy = false;
  }

  /// The engine belongs to `next`, and nothing is in it; only while it is idle.
  void give(const Caller& next) {
    caller = Caller();
    write_register(kOwner, 0);
    caller = next;
    instruct(kSet, 3, kControl, 0);
  }
  /// One clock cycle; what was valid in it is in `beats_` and `answer_`.
  void step() {
    unsigned ready = 0, answers = 0;
    for (unsigned t = 0; t < kTrackers; t++) ready |= memory.ready(cycle, t) ? 1u << t : 0;
    top->tl_a_ready_i = static_cast<uint8_t>(ready);
    for (auto& word : top->tl_d_i.m_storage)  // rubbish that must not matter
      word = static_cast<uint32_t>(random64());
    constexpr unsigned kOver = port::tl_d_i::width * kTrackers % 32;
    if (kOver) top->tl_d_i.m_storage[port::tl_d_i::width * kTrackers / 32] &= (1u << kOver) - 1;
    for (unsigned t = 0; t < kTrackers; t++) {
      const ResponseBeat& d = memory.respond(cycle, t);
      if (d.valid) drive(d, t), answers |= 1u << t;
    }
    top->tl_d_valid_i = static_cast<uint8_t>(answers);
    drive_walk();
    top->time_i = static_cast<uint32_t>(cycle + time_ahead);
    top->eval();
    for (unsigned t = 0; t < kTrackers; t++) read(t);
    if (memory.behaviour.banks) {
      top->tl_a_ready_i = static_cast<uint8_t>(memory.arbitrate(beats_));
      top->eval();
      if (throttle && memory.behaviour.banks == throttle_banks)
        for (const Bank& b : memory.banks)
          check(b.used + b.offered <= throttle, "more messages at a bank than the throttle says");
    }
    read_walk();
    for (unsigned t = 0; t < kTrackers; t++) {
      if (beats_[t].valid && first_request == 0) first_request = cycle;
      memory.request(beats_[t], cycle, t);
      if (!(answers >> t & 1)) continue;
      check(top->tl_d_ready_o >> t & 1, "d_ready is low");
      memory.responded(t);
    }
    count();
    busy = port::get(top->coprocessor_o, port::coprocessor_o::busy_);
    fence_done = top->translation_fence_done_o;
    accepted_ =
        port::get(top->coprocessor_i, port::coprocessor_i::valid_) && top->coprocessor_ready_o;
    answer_ = {port::get(top->coprocessor_o, port::coprocessor_o::illegal_) != 0,
               port::get(top->coprocessor_o, port::coprocessor_o::result_), cycle};
    edge(*top);
  }

  /// Offer an instruction without waiting; `try_step` says whether it was taken.
  void offer(unsigned funct, unsigned uses, uint64_t rs1, uint64_t rs2, bool visible = true) {
    auto& p = top->coprocessor_i;
    namespace f = port::coprocessor_i;
    enter();
    port::set(p, f::funct_, funct);
    port::set(p, f::xd_, uses >> 2 & 1);
    port::set(p, f::xs1_, uses >> 1 & 1);
    port::set(p, f::xs2_, uses & 1);
    port::set(p, f::rs1_, rs1);
    port::set(p, f::rs2_, rs2);
    port::set(p, f::privilege_, caller.privilege);
    port::set(p, f::mpp_, caller.mpp);
    port::set(p, f::sum_, caller.sum);
    port::set(p, f::mxr_, caller.mxr);
    port::set(p, f::mprv_, caller.mprv);
    port::set(p, f::satp_, caller.satp);
    port::set(p, f::stores_visible_, visible);
    port::set(p, f::valid_, 1);
  }
  bool try_step() {
    step();
    if (accepted_) withdraw();
    return accepted_;
  }
  /// The caller runs; its address space stands from a cycle before its first instruction.
  void enter() {
    const bool fresh = port::get(top->coprocessor_i, port::coprocessor_i::satp_) != caller.satp;
    stand();
    if (fresh) step();
  }
  void stand() {
    port::set(top->coprocessor_i, port::coprocessor_i::privilege_, caller.privilege);
    port::set(top->coprocessor_i, port::coprocessor_i::satp_, caller.satp);
  }
  /// Without an instruction the port holds rubbish, but for who would ask: what else the engine
  /// keeps of a caller, it has kept.
  void withdraw() {
    constexpr unsigned words = sizeof(top->coprocessor_i) / 4;
    constexpr unsigned spare = 32 * words - port::coprocessor_i::width;
    for (unsigned i = 0; i < words; i++) top->coprocessor_i[i] = static_cast<uint32_t>(random64());
    top->coprocessor_i[words - 1] &= ~0u >> spare;
    stand();
    retract();
  }
  /// The request stays as it is, without its valid.
  void retract() { port::set(top->coprocessor_i, port::coprocessor_i::valid_, 0); }
  Answer answer() const { return answer_; }
  Answer instruct(unsigned funct, unsigned uses, uint64_t rs1, uint64_t rs2) {
    offer(funct, uses, rs1, rs2);
    for (int i = 0; !try_step(); i++) check(i < 200000, "instruction never accepted");
    return answer_;
  }
  uint64_t read_register(unsigned index) {
    const Answer a = instruct(kRead, 6, index, 0);
    check(!a.illegal, "read of register " + std::to_string(index) + " is illegal");
    return a.result;
  }
  void write_register(unsigned index, uint64_t value) {
    check(!instruct(kWrite, 3, index, value).illegal, "write is illegal");
  }

  /// Program the shape (only what changed) and start.
  Answer start(const Transfer& t) {
    const uint64_t wanted[4] = {static_cast<uint64_t>(t.source_stride),
                                static_cast<uint64_t>(t.target_stride), t.segment_bytes,
                                t.segments};
    for (unsigned i = 0; i < 4; i++) write_register(i, wanted[i]);
    first_request = 0;
    const Answer a = instruct(kTransfer, 3, t.target, t.source);
    check(!a.illegal, "Transfer is illegal");
    check(busy, "busy is low in the handshake cycle of Transfer");
    return a;
  }
  /// SFENCE.VMA; `finish_fence` steps through the cycle in which it is done.
  void begin_fence(bool use_address, uint64_t vpn, bool use_asid, unsigned asid) {
    auto& p = top->translation_fence_i;
    namespace f = port::translation_fence_i;
    port::set(p, f::use_address_, use_address);
    port::set(p, f::use_asid_, use_asid);
    port::set(p, f::vpn_, vpn & kVpnMask);
    port::set(p, f::asid_, asid);
    port::set(p, f::valid_, 1);
    fence_of_all_ = !use_address;
  }
  void finish_fence() {
    const uint64_t requests = event_requests;
    for (int i = 0; step(), !fence_done; i++) check(i < 100000, "a fence is never done");
    check(event_requests == requests || !walker.translating, "a request during a fence");
    check(memory.outstanding() == 0 || !walker.translating, "a fence is done before the drain");
    check(!fence_of_all_ || !walker.under_way(), "a fence without address is done during a walk");
    port::set(top->translation_fence_i, port::translation_fence_i::valid_, 0);
  }
  void wait(uint64_t limit = 1000000) {
    for (uint64_t i = 0; busy; i++) {
      check(i < limit, "the engine hangs");
      step();
    }
    check(memory.outstanding() == 0, "idle with transactions outstanding");
  }

 private:
  static constexpr port::Field of(port::Field f, unsigned tracker, int width) {
    return port::at(f, static_cast<int>(tracker), width);
  }
  void drive(const ResponseBeat& d, unsigned tracker) {
    auto& p = top->tl_d_i;
    namespace f = port::tl_d_i;
    const auto put = [&](port::Field field, uint64_t value) {
      port::set(p, of(field, tracker, f::width), value);
    };
    put(f::opcode_, d.opcode);
    put(f::param_, 0);
    put(f::size_, d.size);
    put(f::source_, d.source);
    put(f::sink_, 0);
    put(f::denied_, d.denied);
    put(f::corrupt_, d.corrupt);
    for (unsigned i = 0; i < kBeat; i += 8) {
      uint64_t word;
      std::memcpy(&word, d.data.data() + i, 8);
      put({f::data_.low + static_cast<int>(8 * i), 64}, word);
    }
  }
  void drive_walk() {
    top->walk_ready_i = walker.ready();
    const WalkAnswer* a = walker.respond(cycle);
    auto& p = top->walk_i;
    namespace f = port::walk_i;
    for (unsigned i = 0; i < sizeof(p) / 4; i++) p[i] = static_cast<uint32_t>(random64());
    p[f::width / 32] &= (1u << f::width % 32) - 1;
    port::set(p, f::valid_, a != nullptr);
    if (!a) return;
    port::set(p, f::status_, a->status);
    port::set(p, f::entry_vpn_, a->vpn);
    port::set(p, f::entry_asid_, a->asid);
    if (a->status) return;
    port::set(p, f::entry_level_, a->leaf.level);
    port::set(p, f::entry_ppn_, a->leaf.ppn);
    port::set(p, f::entry_dirty_, a->leaf.dirty);
    port::set(p, f::entry_accessed_, a->leaf.accessed);
    port::set(p, f::entry_is_global_, a->leaf.global);
    port::set(p, f::entry_user_, a->leaf.user);
    port::set(p, f::entry_execute_, a->leaf.execute);
    port::set(p, f::entry_write_, a->leaf.write);
    port::set(p, f::entry_read_, a->leaf.read);
  }
  void read_walk() {
    const auto& p = top->walk_o;
    namespace f = port::walk_o;
    walker.request(port::get(p, f::valid_), port::get(p, f::vpn_), port::get(p, f::asid_),
                   port::get(p, f::root_), cycle);
  }
  void read(unsigned tracker) {
    const auto& p = top->tl_a_o;
    namespace f = port::tl_a_o;
    const auto see = [&](port::Field field) { return port::get(p, of(field, tracker, f::width)); };
    RequestBeat& beat = beats_[tracker];
    beat.valid = top->tl_a_valid_o >> tracker & 1;
    if (!beat.valid) return;
    beat.opcode = static_cast<unsigned>(see(f::opcode_));
    beat.param = static_cast<unsigned>(see(f::param_));
    beat.size = static_cast<unsigned>(see(f::size_));
    beat.source = static_cast<unsigned>(see(f::source_));
    beat.address = see(f::address_);
    beat.mask = see(f::mask_);
    beat.allocate = see(f::allocate_);
    beat.corrupt = see(f::corrupt_);
    for (unsigned i = 0; i < kBeat; i += 8) {
      const uint64_t word = see({f::data_.low + static_cast<int>(8 * i), 64});
      std::memcpy(beat.data.data() + i, &word, 8);
    }
  }
  void count() {
    const auto p = top->events_o;
    namespace f = port::events_o;
    events.get += port::get(p, f::get_);
    events.get_block += port::get(p, f::get_block_);
    events.put += port::get(p, f::put_);
    events.put_block += port::get(p, f::put_block_);
    events.reordered += port::get(p, f::reordered_);
    event_requests += port::get(p, f::request_);
    event_transfers += port::get(p, f::transfer_);
    event_full += port::get(p, f::buffer_full_);
    event_errors += port::get(p, f::error_);
    event_resumes += port::get(p, f::resume_);
    event_pauses += port::get(p, f::pause_);
    event_faults += port::get(p, f::page_fault_);
    event_misses += port::get(p, f::tlb_miss_);
    event_walks += port::get(p, f::walk_);
    event_queued += port::get(p, f::queued_);
    event_throttled += port::get(p, f::throttled_);
    event_overlapped += port::get(p, f::overlapped_);
    event_fences += port::get(p, f::fence_met_);
    const auto trackers = static_cast<unsigned>(port::get(p, f::trackers_busy_));
    tracker_cycles += trackers;
    peak_trackers = std::max(peak_trackers, trackers);
  }

  std::vector<RequestBeat> beats_{kTrackers};
  Answer answer_{};
  bool accepted_ = false;
  bool fence_of_all_ = false;
};

/// Compare everything written since `forget_writes` with what the transfer must write.
inline void check_bytes(EngineBench& bench, const std::vector<Piece>& pieces,
                        const std::vector<uint8_t>& before, const char* what) {
  uint64_t expected = 0;
  for (const Piece& p : pieces) {
    expected += p.bytes;
    for (uint64_t i = 0; i < p.bytes; i++) {
      const uint64_t s = p.source + i, t = p.target + i;
      check(bench.memory.writes[t - kBase] == 1,
            std::string(what) + ": byte " + hex(t) + " written " +
                std::to_string(bench.memory.writes[t - kBase]) + " times");
      check(bench.memory.at(t) == before[s - kBase],
            std::string(what) + ": wrong byte at " + hex(t) + " from " + hex(s));
    }
  }
  check(bench.memory.write_log.size() == expected,
        std::string(what) + ": bytes written outside the target");
}
