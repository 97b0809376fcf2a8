// SPDX-License-Identifier: Apache-2.0
//
// Runs a flat binary on fy_hart with behavioural instruction, data and coprocessor ports, and
// prints one line for each retirement; what the RVFI probe shows is checked. With --stress the
// ports stall, replay and answer late at random; without it every access hits.

#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "Vfy_test_hart.h"
#include "blocks/common/test/bench.h"
#include "blocks/hart/test/hart_walks.h"
#include "blocks/hart/test/rvfi_checker.h"
#include "fy_bench_map_pkg.h"
#include "fy_layout.h"

using namespace fy_layout;

namespace {

namespace map = fy_bench_map_pkg;

constexpr uint64_t kMemoryBase = map::MemoryBase, kMemoryBytes = 16 << 20;
constexpr uint64_t kControl = map::ControlBase;  // devices of this bench, see `device_store`

/// How the ports behave, in percent and cycles.
struct Manner {
  unsigned fetch_stall = 0, fetch_miss = 0, not_ready = 0, replay = 0, pending = 0, coprocessor = 0;
  unsigned late = 0, quiet = 0, load_latency = 0, walk = 0, fail_conditional = 0;
  uint64_t interrupt_period = 0;
  bool trace = true;
  uint64_t RvfiInstruction::*wrong = nullptr;  // shown wrong to the checker
};

struct Late {
  uint64_t due, id, data, address;
};

struct Request {
  bool valid = false;
  uint64_t id = 0, operation = 0, size = 0, is_unsigned = 0, address = 0, data = 0;
};

class Bench {
 public:
  Bench(const Manner& manner, const std::string& binary)
      : manner_(manner), walks_([this](uint64_t address, uint64_t& value) {
          value = read(address, 8);
          return address - kMemoryBase < kMemoryBytes;
        }) {
    std::ifstream file(binary, std::ios::binary);
    if (!file) fail("cannot read the binary");
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    if (bytes.size() > kMemoryBytes) fail("the binary is larger than memory");
    std::memcpy(memory_.bytes.data(), bytes.data(), bytes.size());
    rvfi_.emplace(memory_);
  }

  int run(uint64_t cycles) {
    reset(top_, 2);
    while (cycle < cycles && !finished_) step();
    std::printf("end cycles=%" PRIu64 " finished=%d code=%" PRIu64 " kills=%" PRIu64
                " replays=%" PRIu64 " lates=%" PRIu64 " accepts=%" PRIu64 " fences=%" PRIu64
                " mispredicts=%" PRIu64 " retired=%" PRIu64 " interrupts=%" PRIu64 " walks=%" PRIu64
                " misses=%" PRIu64 " page_faults=%" PRIu64 " atomics=%" PRIu64 " shown=%" PRIu64
                " bytes_read=%" PRIu64 "\n",
                cycle, finished_, code_, kills_, replays_, lates_, accepts_, fences_, mispredicts_,
                retired_, taken_, walks_.count(), misses_, page_faults_, atomics_,
                rvfi_->instructions(), rvfi_->bytes_read());
    check(rvfi_->interrupts() <= taken_, "more handlers by RVFI than interrupts");
    return finished_ ? 0 : 1;
  }

 private:
  uint64_t read(uint64_t address, unsigned bytes) {
    return memory_.has(address, bytes) ? memory_.read(address, bytes) : 0;
  }

  uint64_t load(const Request& request) {
    unsigned bits = 8u << request.size;
    if (request.address - kControl < map::ControlBytes) return cycle;
    uint64_t value =
        request.address == map::ConsoleBase + 5 ? 0x20 : read(request.address, 1u << request.size);
    if (bits < 64 && !request.is_unsigned && (value >> (bits - 1) & 1)) value |= ~0ull << bits;
    return value;
  }

  // Old value of an atomic, or what SC answers. `perform` does it.
  uint64_t atomic(const Request& request, bool perform) {
    uint64_t old = load(request), line = request.address >> 6;
    Request changed = request;
    if (request.operation == 2) {
      if (perform) reserved_ = true, reservation_ = line;
      return old;
    }
    if (request.operation == 3) {
      bool success = reserved_ && reservation_ == line && !conditional_fails_;
      if (perform) reserved_ = false;
      if (perform && success) store(request);
      return !success;
    }
    changed.data = atomic_result(request.operation, 8u << request.size, old, request.data);
    if (perform) store(changed), atomics_++;
    return old;
  }

  // 0: interrupt lines, 8: lines after 8 cycles, 0x10: coprocessor busy for that many cycles,
  // 0x18: cache not quiet for that many cycles, 0x20: exit.
  void device_store(uint64_t offset, uint64_t data) {
    if (offset == 0x00) lines_ = data;
    if (offset == 0x08) lines_due_ = cycle + 8, lines_next_ = data;
    if (offset == 0x10) busy_until_ = cycle + data;
    if (offset == 0x18) quiet_until_ = cycle + data;
    if (offset == 0x20) finished_ = true, code_ = data;
  }

  void store(const Request& request) {
    if (request.address == map::ConsoleBase) std::putchar(static_cast<int>(request.data & 0xff));
    if (request.address == map::TestBase) finished_ = true, code_ = request.data & 0xffff;
    if (request.address - kControl < map::ControlBytes) {
      device_store(request.address - kControl, request.data);
    } else if (memory_.has(request.address, 1u << request.size)) {
      memory_.write(request.address, 1u << request.size, request.data);
    }
  }

  // One clock cycle: inputs of the cycle, then what the core did with them.
  void step() {
    Vfy_test_hart& top = top_;
    top.hart_id_i = 0;
    top.time_i = cycle;
    if (lines_due_ == cycle && lines_due_ != 0) lines_ = lines_next_;
    if (manner_.interrupt_period != 0 && cycle % manner_.interrupt_period == 0) lines_ |= 2;
    top.interrupts_i = lines_;
    set(top.data_i, data_i::quiet_,
        cycle >= quiet_until_ && late_.empty() && !stalls(manner_.quiet));
    set(top.coprocessor_i, coprocessor_i::busy_, cycle < busy_until_);

    // Instruction port: an answer in this cycle, then whether it takes the next request.
    bool answer = fetch_owed_ && cycle >= fetch_due_;
    set(top.fetch_i, fetch_i::valid_, answer);
    set(top.fetch_i, fetch_i::instruction_,
        answer ? read(fetch_address_, 4) : random64() & 0xffffffff);
    set(top.fetch_i, fetch_i::error_, answer && fetch_address_ - kMemoryBase >= kMemoryBytes);
    if (answer) fetch_owed_ = false;
    top.fetch_ready_i = !fetch_owed_ && !stalls(manner_.fetch_stall);
    set(top.fetch_i, fetch_i::flush_done_, flush_cycles_ == 3);

    // Data port: the decision on the request of the last cycle. A killed one gets any answer.
    uint64_t status = random64() % 3, data = random64();
    bool decide = decided_.valid;
    if (decide) {
      bool is_load = decided_.operation == 0, is_atomic = decided_.operation > 1;
      bool same_line = false;
      for (const Late& late : late_) {
        if (late.address >> 3 == decided_.address >> 3) same_line = true;
      }
      if (same_line || stalls(manner_.replay))
        status = 2;
      else if (is_load && (manner_.load_latency > 0 || stalls(manner_.pending)))
        status = 1;
      else
        status = 0;
      if (status == 0 && is_load) data = load(decided_);
      conditional_fails_ = stalls(manner_.fail_conditional);
      if (status == 0 && is_atomic) data = atomic(decided_, false);
    }
    set(top.data_i, data_i::status_, status);
    set(top.data_i, data_i::data_, data);
    top.data_ready_i = !stalls(manner_.not_ready);

    // Late results, in any order.
    set(top.data_i, data_i::late_valid_, 0);
    set(top.data_i, data_i::late_data_, random64());
    for (auto it = late_.begin(); it != late_.end(); ++it) {
      if (cycle < it->due) continue;
      set(top.data_i, data_i::late_valid_, 1);
      set(top.data_i, data_i::late_id_tag_, it->id);
      set(top.data_i, data_i::late_data_, it->data);
      late_.erase(it);
      lates_++;
      break;
    }

    walks_.drive(top, cycle, !stalls(manner_.not_ready));
    top.translation_fence_done_i = fence_cycles_ == 3;

    // Coprocessor: funct 0 adds, 1 is illegal, 2 waits for visible stores, 3 takes 5 cycles.
    top.coprocessor_ready_i = 0;
    top.eval();
    uint64_t result = random64();
    if (get(top.coprocessor_o, coprocessor_o::valid_)) {
      uint64_t funct = get(top.coprocessor_o, coprocessor_o::funct_);
      bool ready = !stalls(manner_.coprocessor);
      if (funct == 2) ready = ready && get(top.coprocessor_o, coprocessor_o::stores_visible_);
      if (funct == 3) ready = ready && offered_ >= 5;
      if (funct == 0) {
        result = get(top.coprocessor_o, coprocessor_o::rs1_) +
                 get(top.coprocessor_o, coprocessor_o::rs2_);
      } else if (funct != 1) {
        result = offered_;
      }
      set(top.coprocessor_i, coprocessor_i::illegal_, ready && funct == 1);
      if (ready && funct == 2) busy_until_ = cycle + 10;
      top.coprocessor_ready_i = ready;
      set(top.coprocessor_i, coprocessor_i::busy_, cycle < busy_until_);
      offered_ = ready ? 0 : offered_ + 1;
      if (ready) accepts_++;
    } else if (offered_ != 0) {
      fail("the coprocessor request was withdrawn");
    }
    set(top.coprocessor_i, coprocessor_i::result_, result);
    top.eval();

    // A killed request leaves nothing behind.
    bool killed = get(top.data_o, data_o::kill_);
    if (killed && !decide) fail("a kill without a request");
    if (decide && killed) kills_++;
    if (decide && !killed) {
      if (status == 2) replays_++;
      if (status == 1) {
        uint64_t delay =
            manner_.load_latency != 0 ? manner_.load_latency : 1 + random64() % (1 + manner_.late);
        late_.push_back({cycle + delay, decided_.id, load(decided_), decided_.address});
      }
      if (status == 0 && decided_.operation == 1) store(decided_);
      if (status == 0 && decided_.operation > 1) atomic(decided_, true);
    }
    decided_.valid = false;
    if (get(top.data_o, data_o::valid_) && top.data_ready_i) {
      decided_.valid = true;
      decided_.id = get(top.data_o, data_o::access_id_tag_);
      decided_.operation = get(top.data_o, data_o::access_operation_);
      decided_.size = get(top.data_o, data_o::access_size_);
      decided_.is_unsigned = get(top.data_o, data_o::access_is_unsigned_);
      decided_.address = get(top.data_o, data_o::access_address_);
      decided_.data = get(top.data_o, data_o::access_data_);
      if (decided_.address % (1u << decided_.size) != 0) fail("a misaligned request");
      if ((decided_.address < kMemoryBase) != get(top.data_o, data_o::access_kind_)) {
        fail("a wrong kind of memory");
      }
    }
    if (fetch_stalled_ && (!get(top.fetch_o, fetch_o::valid_) ||
                           fetch_stalled_address_ != get(top.fetch_o, fetch_o::address_))) {
      fail("a stalled fetch changed");
    }
    fetch_stalled_ = get(top.fetch_o, fetch_o::valid_) && !top.fetch_ready_i;
    fetch_stalled_address_ = get(top.fetch_o, fetch_o::address_);
    if (get(top.fetch_o, fetch_o::valid_) && top.fetch_ready_i) {
      fetch_owed_ = true;
      fetch_address_ = get(top.fetch_o, fetch_o::address_);
      if (fetch_address_ < kMemoryBase) fail("a fetch outside memory left the core");
      fetch_due_ = cycle + 1 + (stalls(manner_.fetch_miss) ? random64() % 12 : 0);
    }
    flush_cycles_ = get(top.fetch_o, fetch_o::flush_) ? flush_cycles_ + 1 : 0;
    if (get(top.fetch_o, fetch_o::flush_)) {
      fences_++;
      if (fetch_owed_) fail("a flush with a fetch under way");
    }
    fence_cycles_ =
        get(top.translation_fence_o, translation_fence_o::valid_) ? fence_cycles_ + 1 : 0;
    if (fence_cycles_ == 1) {
      if (fetch_owed_ || !late_.empty()) fail("a fence of translations with accesses under way");
      std::printf("fence %d %" PRIx64 " %d %" PRIx64 "\n",
                  static_cast<int>(get(top.translation_fence_o, translation_fence_o::use_address_)),
                  get(top.translation_fence_o, translation_fence_o::vpn_),
                  static_cast<int>(get(top.translation_fence_o, translation_fence_o::use_asid_)),
                  get(top.translation_fence_o, translation_fence_o::asid_));
    }
    walks_.take(top, cycle, manner_.walk != 0 ? 1 + random64() % manner_.walk : 4);
    misses_ +=
        get(top.events_o, events_o::fetch_tlb_miss_) + get(top.events_o, events_o::data_tlb_miss_);
    page_faults_ += get(top.events_o, events_o::page_fault_);
    check_events();
    trace();
    if (top.rvfi_valid_o) show();
    mispredicts_ += get(top.events_o, events_o::mispredict_);
    edge(top);
  }

  uint64_t field(Field which) { return get(top_.retirement_o, which); }
  uint64_t shown(Field which) { return get(top_.rvfi_o, which); }

  void show() {
    if (walks_.count() != 0) rvfi_->forget_memory();
    RvfiInstruction told{
        shown(rvfi_o::order_),     shown(rvfi_o::insn_),      shown(rvfi_o::trap_),
        shown(rvfi_o::intr_),      shown(rvfi_o::mode_),      shown(rvfi_o::rs1_addr_),
        shown(rvfi_o::rs2_addr_),  shown(rvfi_o::rs1_rdata_), shown(rvfi_o::rs2_rdata_),
        shown(rvfi_o::rd_addr_),   shown(rvfi_o::rd_wdata_),  shown(rvfi_o::pc_rdata_),
        shown(rvfi_o::pc_wdata_),  shown(rvfi_o::mem_addr_),  shown(rvfi_o::mem_rmask_),
        shown(rvfi_o::mem_wmask_), shown(rvfi_o::mem_rdata_), shown(rvfi_o::mem_wdata_)};
    if (manner_.wrong && rvfi_->instructions() >= 100) told.*manner_.wrong ^= 1;
    rvfi_->take(told);
  }

  // Events that the retirement record and the ports tell, too.
  void check_events() {
    const auto same = [&](Field event, bool now, const char* what) {
      check(get(top_.events_o, event), now, what);
    };
    const bool valid = field(retirement_o::valid_), trap = valid && field(retirement_o::trap_);
    const bool interrupt = trap && field(retirement_o::is_interrupt_);
    const uint64_t cause = field(retirement_o::cause_);
    same(events_o::retired_, valid && !trap, "event: retired");
    same(events_o::trap_, trap && !interrupt, "event: trap");
    same(events_o::interrupt_taken_, interrupt, "event: interrupt taken");
    same(events_o::page_fault_, trap && !interrupt && (cause == 12 || cause == 13 || cause == 15),
         "event: page fault");
    same(events_o::coprocessor_accept_,
         get(top_.coprocessor_o, coprocessor_o::valid_) && top_.coprocessor_ready_i &&
             !get(top_.coprocessor_i, coprocessor_i::illegal_),
         "event: coprocessor accepts");
    same(
        events_o::translation_fence_,
        get(top_.translation_fence_o, translation_fence_o::valid_) && top_.translation_fence_done_i,
        "event: fence of translations");
    atomic_events_ += get(top_.events_o, events_o::atomic_);
    atomics_retired_ += valid && !trap && (field(retirement_o::instruction_) & 0x7f) == 0x2f;
    // One is counted as it leaves execution, at most two cycles before it retires.
    check(atomic_events_ - atomics_retired_ <= 2, "event: atomic");
  }

  void trace() {
    if (field(retirement_o::valid_)) {
      bool trap = field(retirement_o::trap_);
      if (!trap) retired_++;
      if (trap && field(retirement_o::is_interrupt_)) taken_++;
      if (manner_.trace) {
        std::printf("%" PRIu64 " pc=%" PRIx64 " instruction=%08" PRIx64 " privilege=%" PRIu64,
                    cycle, field(retirement_o::pc_), field(retirement_o::instruction_),
                    field(retirement_o::privilege_));
        if (trap) {
          std::printf(" trap=%d:%" PRIu64 " tval=%" PRIx64,
                      static_cast<int>(field(retirement_o::is_interrupt_)),
                      field(retirement_o::cause_), field(retirement_o::tval_));
        }
        if (field(retirement_o::rd_write_)) {
          if (field(retirement_o::rd_late_)) {
            std::printf(" x%" PRIu64 "=late", field(retirement_o::rd_));
          } else {
            std::printf(" x%" PRIu64 "=%" PRIx64, field(retirement_o::rd_),
                        field(retirement_o::rd_data_));
          }
        }
        if (field(retirement_o::store_)) {
          std::printf(" store=%" PRIx64 ":%" PRIx64, field(retirement_o::store_address_),
                      field(retirement_o::store_data_));
        }
        std::printf("\n");
      }
    }
    if (manner_.trace && field(retirement_o::late_valid_)) {
      std::printf("%" PRIu64 " late x%" PRIu64 "=%" PRIx64 "\n", cycle,
                  field(retirement_o::late_rd_), field(retirement_o::late_data_));
    }
  }

  Manner manner_;
  FlatMemory memory_{kMemoryBase, kMemoryBytes};
  Walks walks_;
  std::optional<RvfiChecker> rvfi_;
  Vfy_test_hart top_;
  uint64_t lines_ = 0, lines_next_ = 0, lines_due_ = 0, busy_until_ = 0;
  uint64_t quiet_until_ = 0, code_ = 0, offered_ = 0, flush_cycles_ = 0;
  uint64_t fetch_address_ = 0, fetch_due_ = 0, fetch_stalled_address_ = 0;
  bool finished_ = false, fetch_owed_ = false, fetch_stalled_ = false;
  Request decided_;
  std::deque<Late> late_;
  uint64_t kills_ = 0, replays_ = 0, lates_ = 0, accepts_ = 0, fences_ = 0, mispredicts_ = 0;
  uint64_t retired_ = 0, taken_ = 0, fence_cycles_ = 0, misses_ = 0, page_faults_ = 0;
  uint64_t atomics_ = 0, reservation_ = 0, atomic_events_ = 0, atomics_retired_ = 0;
  bool reserved_ = false, conditional_fails_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const Options options("hart_bench", argc, argv);
  Manner manner;
  manner.trace = !options.has("--quiet");
  manner.load_latency = static_cast<unsigned>(options.number("--load-latency", 0));
  manner.interrupt_period = options.number("--interrupt-period", 0);
  if (options.has("--stress")) {
    manner.fetch_stall = 20, manner.fetch_miss = 10, manner.not_ready = 20;
    manner.replay = 20, manner.pending = 30, manner.late = 12, manner.coprocessor = 50;
    manner.quiet = 30, manner.walk = 40, manner.fail_conditional = 10;
  }
  if (options.has("--wrong")) manner.wrong = kRvfiWrong.at(options.text("--wrong"));
  return Bench(manner, options.text("--binary")).run(options.number("--cycles", 20000));
}
