// SPDX-License-Identifier: Apache-2.0
// Who may do what to the engine (fy_copy_claim): every instruction of every caller against the
// table of the block's README, in time, with fences in between.
#include "copy_units.h"
#include "fy_copy_engine_pkg.h"
#include "fy_copy_engine_registers_pkg.h"

using namespace fy_layout;
namespace engine = fy_copy_engine_pkg;
namespace registers = fy_copy_engine_registers_pkg;

namespace {
constexpr uint32_t kStandstill = 1u << 20;  // the module's default
constexpr uint64_t kPause = 1ull << registers::CopyControlPause;
constexpr uint64_t kRelease = 1ull << registers::CopyControlRelease;

enum Kind { kTransfer, kResume, kRead, kWrite, kSet, kClear, kNone };
enum Who { kNobody, kOwner, kAbove, kOther };  // what the caller is to the engine

struct Asker {
  unsigned privilege;
  uint64_t satp;
};

struct Model {
  bool claimed = false, handled = false, still = false;
  bool told = false;  // a kernel has written the address space of the next owner
  Asker owner{0, 0};
  uint32_t since = 0;  // the owner stood still

  Who who(const Asker& asker) const {
    if (!claimed) return kNobody;
    if (asker.privilege > owner.privilege) return kAbove;
    if (asker.privilege < owner.privilege) return kOther;
    return asker.privilege != 0 || asker.satp == owner.satp ? kOwner : kOther;
  }
};

uint64_t changed(Kind kind, uint64_t before, uint64_t operand) {
  return kind == kWrite ? operand : kind == kSet ? before | operand : before & ~operand;
}
}  // namespace

void test_claim(uint64_t count) {
  static const Asker askers[] = {{0, 0}, {0, 5}, {0, 1ull << 63}, {1, 5}, {1, 0}, {3, 0}, {3, 5}};
  static const unsigned functs[] = {engine::FunctTransfer,
                                    engine::FunctResume,
                                    engine::FunctReadRegister,
                                    engine::FunctWriteRegister,
                                    engine::FunctSetBits,
                                    engine::FunctClearBits,
                                    9};
  static const unsigned uses_of[] = {3, 0, 6, 3, 3, 3, 3};
  Model model;
  Asker next{3, 0};
  uint32_t time = 0;
  bool fence_before = false, fence_held = false, use_address = false;
  unsigned claims = 0, taken = 0, released = 0, given = 0, freed = 0, forgotten = 0, handled = 0,
           restored = 0, occupied = 0, lost = 0, resets = 0;
  reset();
  for (uint64_t i = 0; i < count; i++) {
    // Often where a register that keeps its value would show.
    const bool fresh = pick(model.handled || fence_before ? 100 : 1500) == 0;
    if (fresh) {
      reset();
      model = Model();
      fence_before = fence_held = false;
      resets++;
    }
    // Machine mode changes the address space, a cycle before the user's first instruction.
    const bool switches = percent(12);
    if (switches) next = askers[pick(7)];
    const Asker asker = switches ? Asker{3, next.satp} : next;
    const Kind kind = static_cast<Kind>(pick(7));
    const bool valid = !fence_held && percent(fresh ? 40 : 70);
    uint64_t index = percent(40) ? registers::CopyControl : pick(15);
    if (!model.claimed && percent(40)) index = registers::CopyOwner + pick(2);
    if (percent(3)) index |= 1ull << 32;
    uint64_t operand = random64();
    if (index == registers::CopyControl) operand &= ~(percent(70) ? kRelease : 0);
    if (index == registers::CopyOwner) operand &= percent(50) ? 7 : 4;
    if (index == registers::CopyOwnerSatp) operand = askers[pick(7)].satp;
    time += static_cast<uint32_t>(percent(5) ? pick(2 * kStandstill) : pick(3));
    // And the very tick, one before, one after.
    const uint32_t edge = model.since + kStandstill - 1 + static_cast<uint32_t>(pick(3));
    if (model.claimed && edge - time < kStandstill && percent(3)) time = edge;
    const bool idle = percent(60), registers_ready = percent(70), busy = percent(50);
    const bool refuses = percent(30), drained = percent(50), quiet = percent(50);
    const unsigned status = percent(40) ? 0 : 1 + static_cast<unsigned>(pick(5));
    const bool fence = fence_held || (!valid && percent(fresh ? 60 : 3));
    if (fence && !fence_held) use_address = percent(50);
    rubbish(top->coprocessor_i, coprocessor_i::width);
    const auto drive = [&](Field field, uint64_t value) { set(top->coprocessor_i, field, value); };
    drive(coprocessor_i::valid_, valid);
    drive(coprocessor_i::funct_, functs[kind]);
    drive(coprocessor_i::xd_, uses_of[kind] >> 2);
    drive(coprocessor_i::xs1_, uses_of[kind] >> 1 & 1);
    drive(coprocessor_i::xs2_, uses_of[kind] & 1);
    drive(coprocessor_i::rs1_, index);
    drive(coprocessor_i::rs2_, operand);
    drive(coprocessor_i::privilege_, asker.privilege);
    drive(coprocessor_i::satp_, asker.satp);
    const uint64_t answer = random64();
    top->time_i = time;
    top->source_i = answer;
    top->status_i = static_cast<uint8_t>(status);
    top->go_i = static_cast<uint8_t>(registers_ready | busy << 1 | refuses << 2 | idle << 3 |
                                     drained << 4 | fence << 5 | use_address << 6 | quiet << 7);
    top->eval();

    // What the table says of this instruction.
    const Who who = model.who(asker);
    const bool change = kind == kWrite || kind == kSet || kind == kClear;
    const bool to_owner =
        asker.privilege > 0 && (change || kind == kRead) && (index == 12 || index == 13);
    const bool legal =
        kind == kTransfer || kind == kResume || (kind != kNone && (index <= 11 || to_owner));
    const bool pauses = (kind == kWrite || kind == kSet) && index == 4 && (operand & kPause);
    const bool lets_go = (kind == kWrite || kind == kSet) && index == 4 && (operand & kRelease);
    bool passes = false;
    if (legal && !to_owner) {
      if (who == kOwner) passes = true;
      if (who == kNobody) passes = change && !lets_go;
      if (who == kAbove && kind == kRead) passes = true;
      if (who == kAbove && change) passes = model.handled || pauses;
      if (who == kAbove && kind == kTransfer) passes = model.handled && idle && status != 0;
    }
    const bool may_take = change && index <= 11 && !passes && !lets_go && model.still;
    const bool takes = valid && may_take && idle;
    const auto out = [](Field field) { return get(top->claim_response_o, field); };
    const auto through = [](Field field) { return get(top->permitted_o, field); };
    check(through(permitted_o::valid_), valid && passes, "passes");
    check(top->claim_o >> 5 & 1, passes ? registers_ready : !may_take, "ready");
    if (valid) check(out(claim_response_o::illegal_), passes ? refuses : !legal, "illegal");
    check(through(permitted_o::privilege_), who == kAbove ? model.owner.privilege : asker.privilege,
          "privilege of what passes");
    check(through(permitted_o::satp_), who == kAbove ? model.owner.satp : asker.satp, "satp");
    if (who == kAbove)
      check(through(permitted_o::mprv_) | through(permitted_o::sum_) | through(permitted_o::mxr_),
            0, "rights that the owner may not have");
    if (legal && kind == kRead) {
      uint64_t value = passes ? answer : 0;
      if (index == 12) value = model.claimed << 2 | model.owner.privilege;
      if (index == 13) value = model.owner.satp;
      if (index == 5 && who == kNobody) value = 7, lost++;
      if (index == 5 && (who == kOther || (who == kAbove && status == 0))) value = 6, occupied++;
      // Or what is left of a former owner.
      const bool known = !to_owner || model.claimed || (index == 13 && model.told);
      if (known) check(out(claim_response_o::result_), value, "value read");
    }
    check(out(claim_response_o::busy_), busy && (who == kOwner || (who == kAbove && model.handled)),
          "busy");
    check(top->claim_o >> 4 & 1, who == kOwner || who == kNobody, "the owner asks");

    // What ends the claim.
    const bool releases = valid && passes && who == kOwner && lets_go && idle;
    const bool sets_owner = valid && to_owner && change && index == 12 && idle && who != kOther;
    const bool abort = fence && !use_address && model.claimed && model.owner.privilege == 0;
    check(top->claim_o >> 2 & 1, abort, "abort");
    check(top->claim_o >> 1 & 1, takes || releases || sets_owner || (abort && idle && quiet),
          "forget");
    const bool done = drained && !abort && (use_address || quiet);
    check(top->claim_o >> 3 & 1, done, "done");
    check(top->claim_o & 1, fence && !fence_before && !idle, "a fence meets a transfer");
    tick();

    model.still = time - model.since >= kStandstill;
    fence_before = fence;
    fence_held = fence && !done;
    const bool claims_now = valid && passes && who == kNobody;
    if (valid && who == kOwner && !sets_owner) model.handled = false;
    if (valid && who == kAbove && pauses) model.handled = true, handled++;
    if (claims_now) {
      model.claimed = true, model.owner = asker, model.handled = false, claims++;
    } else if (sets_owner) {
      const uint64_t old = model.claimed << 2 | model.owner.privilege;
      const uint64_t wanted = changed(kind, old, operand);
      const unsigned privilege = wanted & 3;
      const bool gives = (wanted & 4) && privilege < 2 && privilege < asker.privilege;
      freed += !gives, given += gives;
      model.claimed = model.handled = gives, model.owner.privilege = privilege;
    } else if (takes || releases || (abort && idle && quiet)) {
      model.claimed = model.handled = false;
      taken += takes, released += releases, forgotten += abort;
    }
    if (claims_now) model.told = false;
    if (valid && to_owner && change && index == 13 && who == kNobody) {
      model.told |= kind == kWrite;
      model.owner.satp = changed(kind, model.owner.satp, operand);
    }
    if (claims_now || sets_owner || (valid && who == kOwner) || !idle) model.since = time;
    restored += valid && passes && who == kAbove && kind == kTransfer;
  }
  std::printf(
      "claims %u taken %u released %u given %u freed %u forgotten %u paused %u restored %u\n",
      claims, taken, released, given, freed, forgotten, handled, restored);
  check(claims && taken && released && given && freed && forgotten && handled && restored &&
            occupied && lost && resets,
        "something never happened");
}
