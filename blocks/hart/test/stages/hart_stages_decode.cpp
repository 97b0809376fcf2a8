// SPDX-License-Identifier: Apache-2.0
//
// Decode stage in a small pipeline: operands must be what a plain register array holds in program
// order, and it must wait exactly for what is not there.

#include <vector>

#include "blocks/hart/test/stages/hart_stages.h"

using namespace fy_layout;

namespace {

enum Kind { kAdd, kAddImmediate, kUpper, kMultiply, kLoad, kStore, kBranch, kOddBranch, kKinds };

struct Instruction {
  bool valid = false, fault = false;
  Kind kind = kAdd;
  unsigned rd = 0, rs1 = 0, rs2 = 0;  // 0 when there is none
  uint32_t bits = 0;
  uint64_t pc = 0, result = 0;

  bool load() const { return kind == kLoad; }
  bool early() const { return kind != kLoad && kind != kMultiply; }
  bool writes(unsigned index) const { return valid && !fault && rd != 0 && rd == index; }
};

Instruction some_instruction() {
  Instruction x;
  x.valid = true;
  x.fault = one_in(20);
  x.kind = static_cast<Kind>(pick(kKinds));
  const unsigned rd = pick(5), rs1 = pick(5), rs2 = pick(5);
  const bool one = x.kind != kUpper, two = one && x.kind != kAddImmediate && x.kind != kLoad;
  if (x.kind < kStore) x.rd = rd;
  if (one) x.rs1 = rs1;
  if (two) x.rs2 = rs2;
  static const uint32_t codes[] = {0x33, 0x13, 0x37, 0x02000033, 0x2003, 0x2023, 0x63, 0x163};
  x.bits = codes[x.kind] | (x.kind == kUpper ? pick(1 << 20) << 12 : rs1 << 15);
  if (x.kind < kStore) x.bits |= rd << 7;
  // Where there is no second source, its bits belong to the immediate.
  if (two || x.kind == kAddImmediate || x.kind == kLoad) x.bits |= rs2 << 20;
  x.pc = random_source();
  x.result = random_source();
  return x;
}

template <class Port, class Fields>
void drive(Port& port, const Fields& fields, bool valid, bool available, const Instruction& x) {
  set(port, fields.valid, valid);
  set(port, fields.available, available);
  set(port, fields.rd, valid ? x.rd : pick(5));
  set(port, fields.data, available ? x.result : random_source());
}

struct Fields {
  Field valid, available, rd, data;
};

struct Pipeline {
  uint64_t registers[5] = {};  // in program order, behind what left execute
  Instruction decode, execute, memory, write;
  bool late1 = false, late2 = false;
  std::vector<Instruction> owed;

  const Instruction* owes(unsigned rd) const {
    for (const Instruction& x : owed)
      if (rd != 0 && x.rd == rd) return &x;
    return nullptr;
  }
};

}  // namespace

void test_decode(uint64_t count) {
  static const Fields execute_fields{execute_i::valid_, execute_i::available_, execute_i::rd_,
                                     execute_i::data_};
  static const Fields memory_fields{memory_i::valid_, memory_i::available_, memory_i::rd_,
                                    memory_i::data_};
  static const Fields write_fields{write_i::valid_, write_i::available_, write_i::rd_,
                                   write_i::data_};
  static const Fields late_fields{late_i::valid_, late_i::available_, late_i::rd_, late_i::data_};
  Pipeline p;
  unsigned hazards = 0, fed = 0, repaired = 0, owed_two = 0, dropped = 0, resets = 0;
  // The registers have no reset: write them all through the port first.
  for (unsigned rd = 1; rd < 5; rd++) {
    Instruction x;
    x.rd = rd, x.result = random_source(), p.registers[rd] = trim(x.result);
    drive(top->write_i, write_fields, true, true, x);
    set(top->late_i, late_i::valid_, 0), set(top->memory_i, memory_i::valid_, 0);
    tick();
  }
  for (uint64_t i = 0; i < count; i++) {
    if (!p.decode.valid && !one_in(5)) p.decode = some_instruction();
    const Instruction d = p.decode, x = p.execute, m = p.memory;
    // Memory: a load is answered with its value, late, or not at all yet.
    const unsigned answer = m.valid && m.load() ? pick(3) : 0;
    const bool m_late = answer == 1, m_stays = answer == 2;
    const bool m_writes = m.valid && m.rd != 0, m_available = !m_late && !m_stays;
    // A late result comes any time behind its load.
    Instruction late;
    const bool arrives = !p.owed.empty() && one_in(4);
    if (arrives) {
      const unsigned k = pick(p.owed.size());
      late = p.owed[k];
      p.owed.erase(p.owed.begin() + k);
    }
    const bool owed_now = !p.owed.empty() || arrives;
    // Execute leaves when memory does; a branch that waits for an operand takes it at once.
    const bool fed1 = p.late1 && m_writes && m.rd == x.rs1,
               fed2 = p.late2 && m_writes && m.rd == x.rs2;
    bool advance = x.valid && !m_stays;
    if (p.late1 || p.late2)
      advance = advance && m_available && (fed1 || !p.late1) && (fed2 || !p.late2);
    else if (one_in(4))
      advance = false;
    const bool redirect = advance && (x.fault || one_in(10));
    const bool x_writes = x.valid && !x.fault && x.rd != 0;
    drive(top->execute_i, execute_fields, x_writes, x.early(), x);
    drive(top->memory_i, memory_fields, m_writes, m_available, m);
    drive(top->write_i, write_fields, p.write.valid, true, p.write);
    drive(top->late_i, late_fields, arrives, true, late);
    set(top->fetched_i, fetched_i::pc_, d.pc);
    set(top->fetched_i, fetched_i::fault_, d.fault);
    set(top->fetched_i, fetched_i::instruction_, d.bits);
    top->control_i = redirect | d.valid << 1 | advance << 5 | m_late << 6;
    top->eval();

    // What the instruction in decode must wait for.
    const auto lacks = [&](unsigned rs, bool& next) {
      next = x.writes(rs) && !x.early();
      if (x.writes(rs)) return next;
      if (m.writes(rs)) return !m_available;
      return p.owes(rs) != nullptr;
    };
    bool next1, next2;
    bool wait1 = lacks(d.rs1, next1), wait2 = lacks(d.rs2, next2);
    const bool late1 = d.kind == kBranch && next1, late2 = d.kind == kBranch && next2;
    const bool wait_rd = d.rd != 0 && ((x.writes(d.rd) && x.load()) ||
                                       (m.writes(d.rd) && !m_available) || p.owes(d.rd));
    const bool hazard = (wait1 && !late1) || (wait2 && !late2) || wait_rd;
    const bool ready = (!x.valid || advance) && (!hazard || d.fault);
    const unsigned flags = top->decode_flags_o;
    if (d.valid && !d.fault) check(flags >> 4 & 1, hazard, "hazard");
    if (d.valid) check(flags >> 5 & 1, ready, "ready");
    check(flags >> 3 & 1, x.valid, "valid");
    check(flags & 1, owed_now, "a late result is owed");
    if (x.valid) {
      check(get(top->decode_o, decode_o::pc_), x.pc, "pc");
      check(get(top->decode_o, decode_o::fault_), x.fault, "fault");
      check(get(top->decode_o, decode_o::instruction_), x.bits, "instruction");
    }
    if (x.valid && !x.fault) {
      const auto see = [](Field field) { return get(top->decode_decoded_o, field); };
      check(see(decode_decoded_o::rd_write_), x.rd != 0, "writes rd");
      if (x.rd) check(see(decode_decoded_o::rd_), x.rd, "rd");
      check(see(decode_decoded_o::rs1_), x.rs1, "rs1");
      check(see(decode_decoded_o::rs2_), x.rs2, "rs2");
      check(flags >> 2 & 1, p.late1, "first operand late");
      check(flags >> 1 & 1, p.late2, "second operand late");
      if (!p.late1) check(top->decode1_o, p.registers[x.rs1], "first operand");
      if (!p.late2) check(top->decode2_o, p.registers[x.rs2], "second operand");
      fed += advance && (p.late1 || p.late2);
    }
    hazards += d.valid && hazard;
    owed_two += p.owed.size() > 1;
    tick();

    // Memory to write; execute to memory; decode to execute.
    p.write = Instruction();
    if (!m_stays) {
      if (m_writes && !m_late) p.write = m;
      if (m_writes && m_late) p.owed.push_back(m);
      p.memory = Instruction();
    }
    if (arrives && !advance) {
      repaired += (p.late1 && late.rd == x.rs1) || (p.late2 && late.rd == x.rs2);
      if (late.rd == x.rs1) p.late1 = false;
      if (late.rd == x.rs2) p.late2 = false;
    }
    if (advance) {
      if (!x.fault) {
        p.memory = x;
        if (x.rd) p.registers[x.rd] = trim(x.result);
      }
      p.execute = Instruction();
      p.late1 = p.late2 = false;
    }
    if (redirect) {
      dropped += p.decode.valid;
      p.decode = Instruction();
    } else if (d.valid && ready) {
      p.execute = d;
      p.late1 = late1 && !d.fault, p.late2 = late2 && !d.fault;
      p.decode = Instruction();
    }
    // Reset, when nothing is under way that would have to reach the registers.
    if (p.owed.empty() && !p.memory.valid && !p.write.valid && one_in(200)) {
      reset();
      p.decode = p.execute = Instruction();
      p.late1 = p.late2 = false;
      resets++;
    }
  }
  if (!hazards || !fed || !repaired || !owed_two || !dropped || !resets) {
    fail("no hazard, operand fed, operand repaired, two owed, drop or reset");
  }
}
