// SPDX-License-Identifier: Apache-2.0
//
// Values on their way: registers, bypass, data port, records of the ports, retirement.

#include <deque>

#include "blocks/hart/test/stages/hart_stages.h"

using namespace fy_layout;

void test_bypass(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    bool valid[4], available[4], pending = one_in(2);
    unsigned rd[4], index = pick(3);
    uint64_t data[4], registered = trim(random_source());
    for (unsigned k = 0; k < 4; k++) {
      valid[k] = one_in(2), available[k] = k > 1 || one_in(2), rd[k] = pick(3);
      data[k] = random_source();
    }
    auto drive = [&](auto& port, auto valid_field, auto available_field, auto rd_field,
                     auto data_field, unsigned k) {
      set(port, valid_field, valid[k]);
      set(port, available_field, available[k]);
      set(port, rd_field, rd[k]);
      set(port, data_field, data[k]);
    };
    drive(top->execute_i, execute_i::valid_, execute_i::available_, execute_i::rd_,
          execute_i::data_, 0);
    drive(top->memory_i, memory_i::valid_, memory_i::available_, memory_i::rd_, memory_i::data_, 1);
    drive(top->write_i, write_i::valid_, write_i::available_, write_i::rd_, write_i::data_, 2);
    drive(top->late_i, late_i::valid_, late_i::available_, late_i::rd_, late_i::data_, 3);
    top->index_i = index, top->value_i = registered, top->control_i = pending;
    top->eval();
    unsigned k = 0;  // the youngest that writes the register
    while (k < 4 && !(valid[k] && rd[k] == index)) k++;
    bool waits = k == 4 ? pending : !available[k];
    check(top->bypass_flags_o >> 1, waits, "bypass waits");
    check(top->bypass_flags_o & 1, k == 0 && waits, "bypass next");
    if (!waits) check(top->bypass_o, k == 4 ? registered : trim(data[k]), "bypass");
  }
}

void test_registers(uint64_t count) {
  uint64_t model[32] = {};
  bool known[32] = {true};
  for (uint64_t i = 0; i < count; i++) {
    unsigned rd = pick(32), late_rd = pick(32), index[2] = {0, 0};
    bool write = one_in(2), late = late_rd != rd && one_in(2);
    uint64_t data = random_source(), late_data = random_source();
    for (unsigned& x : index) x = pick(32);
    set(top->write_i, write_i::valid_, write);
    set(top->write_i, write_i::rd_, rd);
    set(top->write_i, write_i::data_, data);
    set(top->late_i, late_i::valid_, late);
    set(top->late_i, late_i::rd_, late_rd);
    set(top->late_i, late_i::data_, late_data);
    set(top->decoded_i, decoded_i::rs2_, index[1]);
    top->index_i = index[0];
    top->eval();
    if (known[index[0]]) check(top->read1_o, model[index[0]], "first register");
    if (known[index[1]]) check(top->read2_o, model[index[1]], "second register");
    if (write && rd != 0) model[rd] = trim(data), known[rd] = true;
    if (late && late_rd != 0) model[late_rd] = trim(late_data), known[late_rd] = true;
    tick();
  }
}

struct Access {
  bool store, device, fault, atomic;
  unsigned operation;  // 0 load, 1 store, 2 LR, 3 SC, 4 and on AMO
  unsigned size, tag, cause;
  uint64_t address;
};

static Access any_access() {
  Access x{};
  x.operation = one_in(3) ? 2 + pick(11) : pick(2);
  x.store = x.operation & 1 || x.operation > 3, x.atomic = x.operation > 1, x.size = pick(4),
  x.tag = pick(32);
  uint64_t place = pick(8);
  x.device = place >= 5 && place < 7;
  x.address = place < 5 ? 0x80000000 + pick(0x1000) : place < 7 ? 0x2000000 + pick(64) : pick(4096);
  if (!one_in(8)) x.address &= ~((1ull << x.size) - 1);
  bool misaligned = x.address & ((1ull << x.size) - 1);
  x.fault = misaligned || place == 7 || (x.device && x.atomic);
  x.cause = (misaligned ? 4 : 5) + 2 * x.store;
  return x;
}

// The port of a cache that stalls, replays and answers late; every access is decided once, in
// order.
void test_load_store(uint64_t count) {
  enum { Done = DataDone, Pending = DataPending, Replay = DataReplay };
  std::deque<Access> order;  // left execute, not decided
  Access now = any_access(), decided{};
  bool decide = false, was_replay = false, was_accepted = false;
  uint64_t completed = 0, kills = 0, replays = 0;
  set(top->context_i, context_i::translate_, 0);
  top->walk_control_i = 0;
  for (uint64_t i = 0; i < count; i++) {
    bool offered = !one_in(4), ready = !one_in(4);
    set(top->request_i, request_i::operation_, now.operation);
    set(top->request_i, request_i::size_, now.size);
    set(top->request_i, request_i::address_, now.address);
    set(top->request_i, request_i::id_tag_, now.tag);
    set(top->request_i, request_i::kind_, pick(4));
    unsigned status = pick(3);
    if (decided.operation != 0 && status == Pending) status = Replay;
    uint64_t data = random_source();
    set(top->response_i, response_i::status_, status);
    set(top->response_i, response_i::data_, data);
    top->control_i = offered | ready << 1;
    top->eval();
    unsigned flags = top->data_flags_o;
    bool leaves = flags >> 6, fault = flags >> 5 & 1, busy = flags >> 4 & 1;
    bool memory_ready = flags >> 3 & 1, pending = flags >> 2 & 1, valid = flags >> 1 & 1;
    bool kill = flags & 1, replay = false;
    check(fault, now.fault, "fault");
    if (fault) check(top->data_cause_o, now.cause, "cause of the fault");
    check(kill, was_replay && was_accepted, "kill");
    kills += kill;
    check(busy, !order.empty(), "busy");
    if (decide && !kill) {
      if (order.empty()) fail("a decision of nothing");
      check(decided.address, order.front().address, "order of the accesses");
      replay = status == Replay;
      check(memory_ready, !replay, "memory stage leaves");
      check(pending, status == Pending, "pending");
      if (!replay) order.pop_front(), completed++;
      replays += replay;
    } else {
      check(memory_ready, order.empty(), "memory stage stays");
      check(pending, 0, "pending without a decision");
    }
    decide = valid && ready;
    bool again = valid && !order.empty() && !replay;
    if (valid) {
      Access wanted = again ? order.front() : now;
      check(offered || again, 1, "a request of no instruction");
      check(wanted.fault, 0, "a faulty request");
      check(get(top->data_o, data_o::address_), wanted.address, "address");
      check(get(top->data_o, data_o::operation_), wanted.operation, "operation");
      check(get(top->data_o, data_o::size_), wanted.size, "size");
      check(get(top->data_o, data_o::id_tag_), wanted.tag, "tag");
      check(get(top->data_o, data_o::kind_), wanted.device, "kind");
      decided = wanted;
    } else {
      check(offered && !now.fault, 0, "a request is kept back");
    }
    was_replay = replay, was_accepted = decide;
    check(leaves, decide && !again && !replay, "request leaves execute");
    if (leaves) order.push_back(now);
    if (leaves || (offered && fault && memory_ready)) now = any_access();
    tick();
  }
  if (completed < count / 10 || kills < count / 50 || replays < count / 50) {
    fail("too few accesses, kills or replays");
  }
}

void test_former(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    enum { Load = UnitLoad, Store = UnitStore, Csr = UnitCsr, Atomic = UnitAtomic };
    unsigned unit = one_in(4) ? Atomic : pick(12), rd = pick(32), hart = pick(32);
    bool rd_write = one_in(2), trap = one_in(4), visible = one_in(2), fault = one_in(4);
    bool coprocessor = one_in(2), fence = one_in(2);
    uint32_t word = static_cast<uint32_t>(random_source());
    if (one_in(4)) word &= ~0xf8000u;  // rs1 field 0
    // LR, SC, and the AMOs in the order of data_operation_e.
    static const unsigned codes[] = {2, 3, 1, 0, 4, 12, 8, 16, 20, 24, 28};
    unsigned code = pick(11);
    if (unit == Atomic) word = (word & 0x7ffffff) | codes[code] << 27;
    uint64_t satp = random_source();
    unsigned privilege = pick(3) == 2 ? 3 : pick(2), mpp = pick(2), bits = pick(8);
    set(top->status_i, status_i::privilege_, privilege);
    set(top->status_i, status_i::sum_, bits & 1);
    set(top->status_i, status_i::mxr_, bits >> 1 & 1);
    set(top->status_i, status_i::mprv_, bits >> 2);
    set(top->status_i, status_i::mpp_, mpp);
    set(top->status_i, status_i::satp_, satp);
    uint64_t pc = random_source(), a = trim(random_source()), b = trim(random_source());
    uint64_t address = random_source(), result = trim(random_source()), tval = random_source();
    unsigned cause = pick(64), funct3 = word >> 12 & 7, field = word >> 15 & 31;
    if (unit == Csr && (funct3 & 3) == 0) continue;  // not such an instruction
    set(top->decoded_i, decoded_i::unit_, unit);
    set(top->decoded_i, decoded_i::rd_, rd);
    set(top->decoded_i, decoded_i::rd_write_, rd_write);
    set(top->fetched_i, fetched_i::pc_, pc);
    set(top->fetched_i, fetched_i::instruction_, word);
    set(top->fetched_i, fetched_i::fault_, fault);
    set(top->request_i, request_i::address_, address);
    set(top->trap_i, trap_i::cause_, cause);
    set(top->trap_i, trap_i::tval_, tval);
    set(top->trap_i, trap_i::is_interrupt_, word & 1);
    top->rs1_i = a, top->rs2_i = b, top->value_i = result, top->index_i = hart;
    top->control_i = trap | visible << 1 | coprocessor << 2 | fence << 3 | trap << 4;
    top->eval();
    unsigned operation = unit != Csr         ? 0
                         : (funct3 & 3) == 1 ? 1
                         : field == 0        ? 0
                         : (funct3 & 3) == 2 ? 2
                                             : 3;
    check(get(top->csr_o, csr_o::operation_), operation, "CSR operation");
    check(get(top->csr_o, csr_o::address_), unit == Csr ? word >> 20 : 0, "CSR address");
    check(get(top->csr_o, csr_o::operand_),
          unit != Csr  ? 0
          : funct3 & 4 ? field
                       : a,
          "CSR operand");
    namespace d = former_data_o;
    check(get(top->former_data_o, d::operation_), unit == Atomic ? 2 + code : unit == Store,
          "data operation");
    check(get(top->former_data_o, d::size_), funct3 & 3, "data size");
    check(get(top->former_data_o, d::is_unsigned_), funct3 >> 2, "data unsigned");
    check(get(top->former_data_o, d::address_), address, "data address");
    check(get(top->former_data_o, d::data_), b, "data");
    check(get(top->former_data_o, d::id_tag_), rd_write ? rd : 0, "data tag");
    check(get(top->former_data_o, d::id_hart_), hart, "data hart");
    check(get(top->former_data_o, d::id_thread_), 0, "data thread");
    check(get(top->former_data_o, d::id_walker_), 0, "no walker");
    namespace c = coprocessor_o;
    check(get(top->coprocessor_o, c::funct_), word >> 25, "coprocessor funct");
    check(get(top->coprocessor_o, c::xd_) * 4 + get(top->coprocessor_o, c::xs1_) * 2 +
              get(top->coprocessor_o, c::xs2_),
          funct3, "coprocessor xd xs1 xs2");
    check(get(top->coprocessor_o, c::rs1_), a, "coprocessor rs1");
    check(get(top->coprocessor_o, c::rs2_), b, "coprocessor rs2");
    check(get(top->coprocessor_o, c::rs3_), 0, "no third operand");
    check(get(top->coprocessor_o, c::valid_), coprocessor, "coprocessor offer");
    check(get(top->coprocessor_o, c::rd_), word >> 7 & 31, "coprocessor rd");
    check(get(top->coprocessor_o, c::privilege_), privilege, "coprocessor privilege");
    check(get(top->coprocessor_o, c::sum_), bits & 1, "coprocessor SUM");
    check(get(top->coprocessor_o, c::mxr_), bits >> 1 & 1, "coprocessor MXR");
    check(get(top->coprocessor_o, c::mprv_), bits >> 2, "coprocessor MPRV");
    check(get(top->coprocessor_o, c::mpp_), mpp, "coprocessor MPP");
    check(get(top->coprocessor_o, c::satp_), satp, "coprocessor satp");
    namespace f = former_fence_o;
    check(get(top->former_fence_o, f::valid_), fence, "fence asked for");
    check(get(top->former_fence_o, f::use_address_), field != 0, "fence by address");
    check(get(top->former_fence_o, f::use_asid_), (word >> 20 & 31) != 0, "fence by ASID");
    check(get(top->former_fence_o, f::vpn_), a >> 12 & 0x7ffffff, "page of the fence");
    check(get(top->former_fence_o, f::asid_), b & 0xffff, "ASID of the fence");
    check(get(top->coprocessor_o, c::stores_visible_), visible, "coprocessor stores visible");
    namespace l = former_leaving_o;
    check(get(top->former_leaving_o, l::trap_), trap, "leaving trap");
    check(get(top->former_leaving_o, l::cause_), trap ? cause : 0, "leaving cause");
    check(get(top->former_leaving_o, l::is_interrupt_), trap && (word & 1), "leaving interrupt");
    check(get(top->former_leaving_o, l::rd_write_), rd_write && !trap, "leaving rd_write");
    check(get(top->former_leaving_o, l::rd_data_), trap ? 0 : result, "leaving rd_data");
    namespace r = entered_o;
    auto& retired = top->entered_o;
    bool store = (unit == Store || (unit == Atomic && code != 0)) && !trap;
    check(get(retired, r::thread_), 0, "retirement thread");
    check(get(retired, r::privilege_), privilege, "retirement privilege");
    check(get(retired, r::pc_), pc, "retirement pc");
    check(get(retired, r::instruction_), fault ? 0 : word, "retirement instruction");
    check(get(retired, r::tval_), trap ? tval : 0, "retirement tval");
    check(get(retired, r::store_), store, "retirement store");
    check(get(retired, r::store_address_), store ? ~address & 0xffffffffffffff : 0,
          "retirement store address");
    check(get(retired, r::store_data_), store ? b : 0, "retirement store data");
  }
}

void test_retire(uint64_t count) {
  enum { Alu = UnitAlu, Load = UnitLoad, Multiply = UnitMultiply, Atomic = UnitAtomic };
  struct Stage {
    bool valid, trap, write, late, store, conditional;
    unsigned unit, rd;
    uint64_t pc, data;
  };
  Stage memory{}, write{};
  bool late_before = false;
  unsigned late_rd = 0, late_thread = 0;
  uint64_t late_value = 0;
  for (uint64_t i = 0; i < count; i++) {
    Stage enter{};
    static const unsigned units[] = {Alu, Load, Multiply, Atomic};
    enter.valid = !one_in(4), enter.unit = units[pick(4)], enter.rd = pick(32);
    enter.trap = one_in(8), enter.write = enter.rd != 0 && !enter.trap, enter.pc = random_source(),
    enter.data = trim(random_source());
    // An SC or an AMO enters as a store, an LR does not; a trap is none of them.
    const unsigned code = pick(4);
    enter.store = enter.unit == Atomic && code != 2 && !enter.trap;
    enter.conditional = enter.unit == Atomic && code == 3;
    bool ready = (memory.unit != Load && memory.unit != Atomic) || !memory.valid || one_in(2);
    bool late = ready && memory.valid && memory.unit == Load && one_in(3), arrives = one_in(3);
    uint64_t loaded = random_source(), product = trim(random_source()), value = random_source();
    unsigned rd = pick(4), thread = pick(16);
    namespace l = leaving_i;
    set(top->leaving_i, l::trap_, enter.trap);
    set(top->leaving_i, l::rd_, enter.rd);
    set(top->leaving_i, l::rd_write_, enter.write);
    set(top->leaving_i, l::rd_data_, enter.data);
    set(top->leaving_i, l::rd_late_, 0);
    set(top->leaving_i, l::valid_, one_in(2));
    set(top->fetched_i, fetched_i::pc_, enter.pc);
    set(top->fetched_i, fetched_i::instruction_, code << 27);
    if (one_in(2)) loaded = 0;
    set(top->decoded_i, decoded_i::unit_, enter.unit);
    set(top->response_i, response_i::data_, loaded);
    set(top->data_late_i, data_late_i::id_thread_, thread);
    set(top->data_late_i, data_late_i::id_tag_, rd);
    set(top->data_late_i, data_late_i::data_, value);
    top->value_i = product;
    top->control_i = enter.valid | ready << 1 | late << 2 | arrives << 3 | enter.trap << 4;
    top->eval();
    bool loads = memory.unit == Load || memory.unit == Atomic;
    if (memory.write && loads) memory.data = trim(loaded), memory.late = late;
    if (ready && memory.unit == Atomic && memory.conditional && loaded != 0) memory.store = false;
    if (memory.write && memory.unit == Multiply) memory.data = product;
    check(get(top->retire_memory_o, retire_memory_o::valid_), memory.valid && memory.write,
          "memory forward");
    if (memory.valid && memory.write) {
      bool stands = !loads || (ready && !late);
      check(get(top->retire_memory_o, retire_memory_o::available_), stands, "memory available");
      check(get(top->retire_memory_o, retire_memory_o::rd_), memory.rd, "memory rd");
      if (stands) check(get(top->retire_memory_o, retire_memory_o::data_), memory.data, "value");
    }
    bool writes = write.valid && write.write && !write.late;
    check(get(top->retire_write_o, retire_write_o::valid_), writes, "write forward");
    if (writes) {
      check(get(top->retire_write_o, retire_write_o::rd_), write.rd, "written register");
      check(get(top->retire_write_o, retire_write_o::data_), write.data, "written value");
    }
    bool late_valid = arrives && rd != 0;
    check(get(top->retire_late_o, retire_late_o::valid_), late_valid, "late forward");
    if (late_valid) check(get(top->retire_late_o, retire_late_o::data_), trim(value), "late value");
    namespace o = retirement_o;
    check(get(top->retirement_o, o::valid_), write.valid, "retirement");
    if (write.valid) {
      check(get(top->retirement_o, o::trap_), write.trap, "retired trap");
      check(get(top->retirement_o, o::pc_), write.pc, "retired pc");
      check(get(top->retirement_o, o::store_), write.store, "retired store");
      check(get(top->retirement_o, o::rd_late_), write.write && write.late, "retired late");
      if (writes) check(get(top->retirement_o, o::rd_data_), write.data, "retired value");
    }
    check(get(top->retirement_o, o::late_valid_), late_before, "late record");
    if (late_before) {
      check(get(top->retirement_o, o::late_thread_), late_thread, "thread of the late record");
      check(get(top->retirement_o, o::late_rd_), late_rd, "register of the late record");
      check(get(top->retirement_o, o::late_data_), late_value, "value of the late record");
    }
    write = memory;
    write.valid = memory.valid && ready;
    if (ready) memory = enter;
    late_before = late_valid, late_thread = thread, late_rd = rd, late_value = trim(value);
    tick();
  }
}
