// SPDX-License-Identifier: Apache-2.0
//
// Random and directed tests of the pieces of the core against plain C++.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vcore_units.h"
#include "fy_layout.h"
#include "verilated.h"

using namespace fy_layout;

namespace {

std::mt19937_64 random_source;
std::unique_ptr<Vcore_units> top;
unsigned width = 64;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "core_units: %s\n", what.c_str());
  std::exit(1);
}

void check(uint64_t found, uint64_t expected, const char* what, uint64_t a = 0, uint64_t b = 0) {
  if (found == expected) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "%s: a=%" PRIx64 " b=%" PRIx64 " gave %" PRIx64 ", expected %" PRIx64, what, a, b,
                found, expected);
  fail(text);
}

void tick() {
  top->clk_i = 1;
  top->eval();
  top->clk_i = 0;
  top->eval();
}

// Control inputs start at random values, and an asynchronous reset wants its edge.
void reset() {
  top->rst_ni = 1;
  top->multiply_i = top->divide_i = top->commit_i = top->retire_i = top->trap_valid_i = 0;
  top->return_i = top->interrupts_i = top->advance_i = top->outcome_valid_i = 0;
  top->set_i = top->clear_i = 0;
  top->eval();
  top->rst_ni = 0;
  top->eval();
  tick();
  top->rst_ni = 1;
  top->eval();
}

uint64_t trim(uint64_t x) { return width == 64 ? x : x & 0xffffffff; }
int64_t sign(uint64_t x, unsigned bits) {
  return static_cast<int64_t>(x << (64 - bits)) >> (64 - bits);
}

// Corner values and values of every magnitude.
uint64_t operand() {
  static const uint64_t corners[] = {
      0,          1,           2,          ~0ull,      1ull << 63,    ~(1ull << 63),
      1ull << 31, ~0ull << 31, 0x7fffffff, 0xffffffff, 0x100000000ull};
  uint64_t pick = random_source();
  if (pick % 4 == 0) return trim(corners[pick / 4 % (sizeof corners / sizeof *corners)]);
  uint64_t value = random_source() >> (pick / 4 % 64);
  return trim(pick >> 60 & 1 ? ~value : value);
}

void test_alu(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t a = operand(), b = operand();
    bool word = width == 64 && random_source() % 2;
    unsigned operation = random_source() % 10, bits = word ? 32 : width;
    static const unsigned word_operations[] = {0, 1, 2, 6, 7};
    if (word) operation = word_operations[random_source() % 5];
    top->a_i = a, top->b_i = b, top->word_i = word, top->operation_i = operation;
    top->eval();
    unsigned amount = b & (bits - 1);
    uint64_t low = bits == 64 ? a : a & 0xffffffff, result = 0;
    switch (operation) {
      case 0:
        result = a + b;
        break;
      case 1:
        result = a - b;
        break;
      case 2:
        result = a << amount;
        break;
      case 3:
        result = sign(a, width) < sign(b, width);
        break;
      case 4:
        result = a < b;
        break;
      case 5:
        result = a ^ b;
        break;
      case 6:
        result = low >> amount;
        break;
      case 7:
        result = static_cast<uint64_t>(sign(a, bits) >> amount);
        break;
      case 8:
        result = a | b;
        break;
      default:
        result = a & b;
        break;
    }
    if (word) result = static_cast<uint64_t>(sign(result, 32));
    check(top->alu_o, trim(result), "alu", a, b);
    check(top->sum_o, trim(a + b), "sum", a, b);
    for (unsigned funct3 : {0, 1, 4, 5, 6, 7}) {
      top->instruction_i = funct3 << 12;
      top->eval();
      bool taken = funct3 < 2 ? a == b : funct3 < 6 ? sign(a, width) < sign(b, width) : a < b;
      check(top->taken_o, taken != (funct3 & 1), "branch", a, b);
    }
  }
}

void test_multiplier(uint64_t count) {
  uint64_t expected = 0, a = 0, b = 0;
  bool known = false;
  for (uint64_t i = 0; i < count; i++) {
    // The product of the last operands stands, also while nothing is multiplied.
    if (known) check(top->product_o, expected, "product", a, b);
    bool start = random_source() % 4 != 0;
    uint64_t x = operand(), y = operand();
    unsigned function = random_source() % 4;
    bool word = width == 64 && function == 0 && random_source() % 2;
    top->a_i = x, top->b_i = y, top->instruction_i = function << 12, top->word_i = word;
    top->multiply_i = start;
    if (start) {
      __int128 signed_x = function == 3 ? static_cast<__int128>(x) : sign(x, width);
      __int128 signed_y = function >= 2 ? static_cast<__int128>(y) : sign(y, width);
      unsigned __int128 product =
          static_cast<unsigned __int128>(signed_x) * static_cast<unsigned __int128>(signed_y);
      expected = trim(static_cast<uint64_t>(function == 0 ? product : product >> width));
      if (word) expected = static_cast<uint64_t>(sign(expected, 32));
      a = x, b = y, known = true;
    }
    tick();
  }
  top->multiply_i = 0;
}

unsigned length(uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }

void test_divider(uint64_t count) {
  reset();
  for (uint64_t i = 0; i < count; i++) {
    uint64_t a = operand(), b = operand();
    unsigned function = random_source() % 4;
    bool word = width == 64 && random_source() % 2, is_signed = !(function & 1);
    unsigned bits = word ? 32 : width;
    top->a_i = a, top->b_i = b, top->instruction_i = function << 12, top->word_i = word;
    top->divide_i = 1;
    uint64_t mask = bits == 64 ? ~0ull : 0xffffffff, x = a & mask, y = b & mask;
    bool negative_x = is_signed && sign(x, bits) < 0, negative_y = is_signed && sign(y, bits) < 0;
    uint64_t size_x = (negative_x ? -x : x) & mask, size_y = (negative_y ? -y : y) & mask;
    uint64_t quotient = size_y == 0 ? ~0ull : size_x / size_y;
    uint64_t remainder = size_y == 0 ? size_x : size_x % size_y;
    if (size_y != 0 && negative_x != negative_y) quotient = -quotient;
    if (negative_x) remainder = -remainder;
    uint64_t expected = function & 2 ? remainder : quotient;
    expected =
        trim(static_cast<uint64_t>(bits == 32 && width == 64 ? sign(expected, 32) : expected));
    unsigned steps = size_y == 0 || size_x < size_y ? 0 : length(size_x) - length(size_y) + 1;
    unsigned cycles = 0;
    // Now and then it is abandoned, as by an interrupt.
    unsigned abandon = random_source() % 8 == 0 ? random_source() % (steps + 3) : 1000;
    while (!top->divide_done_o && cycles < abandon) {
      tick();
      if (++cycles > 80) check(cycles, 3 + steps, "the divider does not end", a, b);
    }
    if (cycles != abandon) {
      check(top->quotient_o, expected, "divider", a, b);
      check(cycles, 3 + steps, "divider cycles", a, b);
    }
    top->divide_i = 0;
    tick();
    check(top->divide_done_o, 0, "divider done without work");
  }
}

// Legality of the encodings, written down anew from the tables of the specification.
bool legal(uint32_t word) {
  unsigned opcode = word & 0x7f, funct3 = word >> 12 & 7, funct7 = word >> 25;
  bool wide = width == 64;
  switch (opcode) {
    case 0x37:
    case 0x17:
    case 0x6f:
    case 0x5b:
      return true;
    case 0x67:
      return funct3 == 0;
    case 0x63:
      return funct3 != 2 && funct3 != 3;
    case 0x03:
      return wide ? funct3 != 7 : funct3 < 3 || funct3 == 4 || funct3 == 5;
    case 0x23:
      return funct3 < (wide ? 4 : 3);
    case 0x0f:
      return funct3 < 2;
    case 0x13:
      if (funct3 == 1) return wide ? word >> 26 == 0 : funct7 == 0;
      if (funct3 == 5) {
        return wide ? word >> 26 == 0 || word >> 26 == 0x10 : funct7 == 0 || funct7 == 0x20;
      }
      return true;
    case 0x1b:
      if (!wide) return false;
      if (funct3 == 0) return true;
      if (funct3 == 1) return funct7 == 0;
      return funct3 == 5 && (funct7 == 0 || funct7 == 0x20);
    case 0x33:
      return funct7 <= 1 || (funct7 == 0x20 && (funct3 == 0 || funct3 == 5));
    case 0x3b:
      if (!wide) return false;
      if (funct7 == 1) return funct3 == 0 || funct3 >= 4;
      if (funct7 == 0) return funct3 == 0 || funct3 == 1 || funct3 == 5;
      return funct7 == 0x20 && (funct3 == 0 || funct3 == 5);
    case 0x73:
      if (funct3 == 0) {
        return word == 0x73 || word == 0x100073 || word == 0x30200073 || word == 0x10500073;
      }
      return funct3 != 4;
    default:
      return false;
  }
}

void test_decoder(uint64_t count) {
  static const unsigned opcodes[] = {0x37, 0x17, 0x6f, 0x67, 0x63, 0x03, 0x23, 0x13,
                                     0x1b, 0x33, 0x3b, 0x0f, 0x73, 0x5b, 0x2f, 0x0b};
  uint64_t legal_count = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t word = static_cast<uint32_t>(random_source());
    uint64_t pick = random_source();
    if (pick % 8 != 0) word = (word & ~0x7fu) | opcodes[pick / 8 % 16];
    if (pick >> 32 & 1)
      word = (word & 0x1ffffff) | static_cast<uint32_t>((pick >> 33 & 1) << 25) |
             static_cast<uint32_t>((pick >> 34 & 1) << 30);
    static const uint32_t systems[] = {0x73,       0x100073,   0x200073,   0x30200073,
                                       0x10500073, 0x10200073, 0x12000073, 0x7b200073};
    if (pick >> 40 % 16 == 0) word = systems[pick >> 56 & 7];
    top->instruction_i = word;
    top->eval();
    bool illegal = get(top->decoded_o, decoded_o::illegal_);
    if (illegal == legal(word)) check(illegal, !legal(word), "decoder illegal", word);
    if (illegal) continue;
    legal_count++;
    unsigned opcode = word & 0x7f, funct3 = word >> 12 & 7, rd = word >> 7 & 31;
    bool system = opcode == 0x73 && funct3 != 0, custom = opcode == 0x5b;
    bool writes =
        custom ? funct3 >> 2
               : opcode != 0x63 && opcode != 0x23 && opcode != 0x0f && (opcode != 0x73 || system);
    bool reads1 = custom ? funct3 >> 1 & 1
                  : system
                      ? funct3 < 4
                      : opcode == 0x67 || opcode == 0x63 || opcode == 0x03 || opcode == 0x23 ||
                            opcode == 0x13 || opcode == 0x1b || opcode == 0x33 || opcode == 0x3b;
    bool reads2 =
        custom ? funct3 & 1 : opcode == 0x63 || opcode == 0x23 || opcode == 0x33 || opcode == 0x3b;
    check(get(top->decoded_o, decoded_o::rd_write_), writes && rd != 0, "rd_write", word);
    if (writes) check(get(top->decoded_o, decoded_o::rd_), rd, "rd", word);
    check(get(top->decoded_o, decoded_o::rs1_), reads1 ? word >> 15 & 31 : 0, "rs1", word);
    check(get(top->decoded_o, decoded_o::rs2_), reads2 ? word >> 20 & 31 : 0, "rs2", word);
    int32_t s = static_cast<int32_t>(word), immediate = s >> 20;
    if (opcode == 0x37 || opcode == 0x17) immediate = s & ~0xfff;
    if (opcode == 0x23) immediate = (s >> 25) * 32 + (word >> 7 & 31);
    if (opcode == 0x63) {
      immediate =
          (s >> 31) * 4096 + (word >> 7 & 1) * 2048 + (word >> 25 & 63) * 32 + (word >> 8 & 15) * 2;
    }
    if (opcode == 0x6f) {
      immediate = (s >> 31) * 0x100000 + (word & 0xff000) + (word >> 20 & 1) * 2048 +
                  (word >> 21 & 1023) * 2;
    }
    check(get(top->decoded_o, decoded_o::immediate_), static_cast<uint32_t>(immediate), "immediate",
          word);
  }
  if (legal_count < count / 10) fail("too few legal encodings were tried");
}

void test_attributes(uint64_t count) {
  struct Region {
    uint64_t base, bytes;
    unsigned rights;
  };
  static const Region regions[] = {{0x80000000, 0x10000000, 7}, {0x100000, 0x1000, 14},
                                   {0x2000000, 0x10000, 14},    {0xc000000, 0x600000, 14},
                                   {0x10000000, 0x100, 14},     {0x20000000, 0x10000, 14}};
  for (uint64_t i = 0; i < count; i++) {
    const Region& near = regions[random_source() % 6];
    uint64_t address = near.base + (random_source() % 2 ? near.bytes : 0) + random_source() % 5 - 2;
    if (random_source() % 8 == 0) address |= 1ull << (32 + random_source() % 32);
    unsigned expected = 0;
    for (const Region& region : regions) {
      if (address - region.base < region.bytes) expected = region.rights;
    }
    top->address_i = address;
    top->eval();
    check(top->attributes_o, expected, "attributes", address);
  }
}

uint64_t csr(unsigned address, unsigned operation = 0, uint64_t value = 0) {
  set(top->csr_i, csr_i::address_, address);
  set(top->csr_i, csr_i::operation_, operation);
  set(top->csr_i, csr_i::operand_, value);
  top->commit_i = operation != 0;
  top->eval();
  uint64_t old = top->csr_o;
  if (top->illegal_o) old = 0xbad;
  tick();
  top->commit_i = 0;
  return old;
}

void test_csr_map() {
  std::map<unsigned, bool> present;  // address to writable
  for (unsigned a :
       {0x300, 0x301, 0x304, 0x305, 0x320, 0x340, 0x341, 0x342, 0x343, 0x344, 0xb00, 0xb02}) {
    present[a] = true;
  }
  for (unsigned i = 3; i < 32; i++) present[0xb00 + i] = present[0x320 + i] = true;
  for (unsigned a : {0xc00, 0xc01, 0xc02, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15}) present[a] = false;
  if (width == 32) {
    present[0x310] = present[0xb80] = present[0xb82] = true;
    for (unsigned i = 3; i < 32; i++) present[0xb80 + i] = true;
    present[0xc80] = present[0xc81] = present[0xc82] = false;
  }
  for (unsigned address = 0; address < 4096; address++) {
    for (unsigned operation = 0; operation < 4; operation++) {
      set(top->csr_i, csr_i::address_, address);
      set(top->csr_i, csr_i::operation_, operation);
      top->eval();
      auto found = present.find(address);
      bool legal_access = found != present.end() && (operation == 0 || found->second);
      check(top->illegal_o, !legal_access, "CSR map", address, operation);
    }
  }
}

void test_csrs(uint64_t count) {
  reset();
  test_csr_map();
  reset();
  const uint64_t ones = trim(~0ull), top_bit = 1ull << (width - 1);
  check(csr(0x301), (width == 64 ? 2ull << 62 : 1ull << 30) | 0x1100, "misa");
  check(csr(0xf14), 3, "mhartid");
  check(csr(0xc01), trim(0x0123456789abcdef), "time");
  if (width == 32) check(csr(0xc81), 0x01234567, "timeh");
  // Registers against a model: what a write leaves.
  struct Field {
    unsigned address;
    uint64_t writable, fixed;
  };
  const Field fields[] = {{0x300, 0x88, 0x1800},
                          {0x301, 0, csr(0x301)},
                          {0x304, 0x10888, 0},
                          {0x305, ones & ~2ull, 0},
                          {0x320, 5, 0},
                          {0x340, ones, 0},
                          {0x341, ones & ~3ull, 0},
                          {0x342, ones, 0},
                          {0x343, ones, 0},
                          {0x344, 0, 0},
                          {0xb03, 0, 0},
                          {0x323, 0, 0}};
  std::map<unsigned, uint64_t> model;
  for (const Field& field : fields) model[field.address] = field.fixed;
  for (uint64_t i = 0; i < count; i++) {
    const Field& field = fields[random_source() % (sizeof fields / sizeof *fields)];
    unsigned operation = random_source() % 4;
    uint64_t value = operand(), old = model[field.address], wanted = old;
    check(csr(field.address, operation, value), old, "CSR", field.address);
    if (operation == 1) wanted = value;
    if (operation == 2) wanted = old | value;
    if (operation == 3) wanted = old & ~value;
    // mtvec keeps what it has when the mode is reserved.
    if (field.address == 0x305 && (wanted & 2)) wanted = old;
    model[field.address] = (wanted & field.writable) | field.fixed;
  }
  // Trap entry and return.
  csr(0x300, 1, 8), csr(0x305, 1, 0x80001001);
  set(top->trap_i, trap_i::is_interrupt_, 1), set(top->trap_i, trap_i::cause_, 7);
  set(top->trap_i, trap_i::pc_, 0x80000124), set(top->trap_i, trap_i::tval_, 0);
  top->trap_valid_i = 1;
  top->eval();
  check(top->vector_o, trim(0x8000101c), "vectored entry");
  set(top->trap_i, trap_i::is_interrupt_, 0);
  top->eval();
  check(top->vector_o, trim(0x80001000), "exceptions use the base");
  set(top->trap_i, trap_i::is_interrupt_, 1);
  tick();
  top->trap_valid_i = 0;
  check(csr(0x300), 0x1880, "mstatus in the handler");
  check(csr(0x342), top_bit | 7, "mcause");
  check(csr(0x341), 0x80000124, "mepc");
  top->return_i = 1;
  top->eval();
  check(top->epc_o, 0x80000124, "return address");
  tick();
  top->return_i = 0;
  check(csr(0x300), 0x1888, "mstatus after the return");
  // Lines, masks and priority, exhaustively.
  static const unsigned bit_of[] = {3, 7, 11, 16};  // software, timer, external, bus error
  for (unsigned lines = 0; lines < 16; lines++) {
    for (unsigned enabled = 0; enabled < 16; enabled++) {
      uint64_t mask = 0, pending = 0;
      for (unsigned i = 0; i < 4; i++) {
        if (enabled >> i & 1) mask |= 1ull << bit_of[i];
        if (lines >> i & 1) pending |= 1ull << bit_of[i];
      }
      top->interrupts_i = lines;
      csr(0x304, 1, mask);
      check(csr(0x344), pending, "mip");
      unsigned active = lines & enabled;
      check(top->wake_o, active != 0, "wake");
      check(top->interrupt_o, active != 0, "interrupt");
      if (active != 0) {
        unsigned cause = active & 4 ? 11 : active & 1 ? 3 : active & 2 ? 7 : 16;
        check(top->cause_o, cause, "priority", lines, enabled);
      }
      csr(0x300, 3, 8);
      check(top->interrupt_o, 0, "MIE");
      csr(0x300, 2, 8);
    }
  }
  top->interrupts_i = 0;
  // Counters: count, inhibit, write with carry into the upper half.
  csr(0x320, 1, 0);
  csr(0xb00, 1, ones), csr(0xb02, 1, 5);
  if (width == 32) {
    csr(0xb80, 1, 7), csr(0xb00, 1, ones);
    tick();
    check(csr(0xb80), 8, "carry into mcycleh");
  } else {
    tick();
    check(csr(0xb00), 1, "mcycle wraps");
  }
  top->retire_i = 1;
  tick(), tick();
  top->retire_i = 0;
  check(csr(0xb02), 7, "minstret");
  check(csr(0xc02), 7, "instret");
  csr(0x320, 1, 5);
  uint64_t stands = csr(0xb00);
  top->retire_i = 1;
  tick();
  top->retire_i = 0;
  check(csr(0xb00), stands, "mcycle inhibited");
  check(csr(0xb02), 7, "minstret inhibited");
}

// Executes an instruction for the predictor: fetch, then its outcome. Returns whether it was right.
bool teach(uint64_t pc, unsigned flow, bool is_flow, bool taken, uint64_t target) {
  top->pc_i = trim(pc);
  top->advance_i = 1;
  top->outcome_valid_i = 0;
  top->eval();
  uint64_t predicted = top->next_o;
  auto prediction = top->prediction_o;
  tick();
  top->advance_i = 0;
  uint64_t next = is_flow && taken ? target : trim(pc + 4);
  set(top->outcome_i, outcome_i::is_flow_, is_flow);
  set(top->outcome_i, outcome_i::flow_, flow);
  set(top->outcome_i, outcome_i::taken_, is_flow && taken);
  set(top->outcome_i, outcome_i::mispredicted_, predicted != next);
  set(top->outcome_i, outcome_i::pc_, pc);
  set(top->outcome_i, outcome_i::target_, target);
  set(top->outcome_i, outcome_i::prediction_history_, get(prediction, prediction_o::history_));
  set(top->outcome_i, outcome_i::prediction_stack_pointer_,
      get(prediction, prediction_o::stack_pointer_));
  top->outcome_valid_i = 1;
  tick();
  top->outcome_valid_i = 0;
  return predicted == next;
}

void test_predictor() {
  enum { Branch, Jump, Call, Return };
  reset();
  const uint64_t base = 0x80000000;
  if (teach(base, Jump, true, true, base + 0x100)) fail("a jump was known before it was seen");
  for (int i = 0; i < 3; i++) {
    if (!teach(base, Jump, true, true, base + 0x100)) fail("a jump was forgotten");
  }
  // A jump that changes its target, and an instruction that is no jump any more.
  if (teach(base, Jump, true, true, base + 0x200)) fail("a new target was guessed");
  if (!teach(base, Jump, true, true, base + 0x200)) fail("a new target was not learnt");
  if (teach(base, Branch, false, false, 0)) fail("a plain instruction had no entry");
  if (!teach(base, Branch, false, false, 0)) fail("the entry of a plain instruction stayed");
  // The same index with another tag is no hit.
  teach(base, Jump, true, true, base + 0x300);
  if (!teach(base + 0x100, Branch, false, false, 0)) fail("another tag was taken for a hit");
  // A loop of five: with history every exit is foreseen in the end.
  int wrong = 0;
  for (int pass = 0; pass < 60; pass++) {
    for (int i = 0; i < 5; i++) {
      bool right = teach(base + 0x40, Branch, true, i != 4, base + 0x20);
      if (pass >= 50 && !right) wrong++;
    }
  }
  check(static_cast<uint64_t>(wrong), 0, "loop exits with history");
  // Nested calls of one function from three places return right after the first time.
  for (int pass = 0; pass < 3; pass++) {
    for (uint64_t i = 0; i < 3; i++) {
      uint64_t site = base + 0x1004 + 0x10 * i;
      bool call = teach(site, Call, true, true, base + 0x2008);
      bool inner = teach(base + 0x2008, Call, true, true, base + 0x300c);
      bool back = teach(base + 0x300c, Return, true, true, base + 0x200c);
      bool home = teach(base + 0x2010, Return, true, true, site + 4);
      if (pass != 0 && !(call && inner && back && home)) fail("a return was not foreseen");
    }
  }
}

void test_scoreboard(uint64_t count) {
  reset();
  uint32_t model = 0;
  for (uint64_t i = 0; i < count; i++) {
    unsigned set_index = random_source() % 32, clear_index = random_source() % 32;
    bool set_it = random_source() % 2, clear_it = random_source() % 2;
    top->set_i = static_cast<unsigned>(set_it) << 5 | set_index;
    top->clear_i = static_cast<unsigned>(clear_it) << 5 | clear_index;
    top->eval();
    if (clear_it) model &= ~(1u << clear_index);
    check(top->pending_o, model, "scoreboard");
    if (set_it && set_index != 0) model |= 1u << set_index;
    tick();
  }
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  std::string test;
  uint64_t count = 20000, seed = 1;
  for (int i = 1; i + 1 < argc; i++) {
    std::string name = argv[i];
    if (name == "--seed")
      seed = std::strtoull(argv[++i], nullptr, 0);
    else if (name == "--count")
      count = std::strtoull(argv[++i], nullptr, 0);
    else if (name == "--width")
      width = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (name == "--test")
      test = argv[++i];
  }
  random_source.seed(seed);
  top = std::make_unique<Vcore_units>(&context);
  top->clk_i = 0;
  if (test == "alu")
    test_alu(count);
  else if (test == "multiplier")
    test_multiplier(count);
  else if (test == "divider")
    test_divider(count / 10);
  else if (test == "decoder")
    test_decoder(count * 5);
  else if (test == "attributes")
    test_attributes(count);
  else if (test == "csrs")
    test_csrs(count);
  else if (test == "predictor")
    test_predictor();
  else if (test == "scoreboard")
    test_scoreboard(count);
  else
    fail("there is no test " + test);
  std::printf("%s: passed, width %u, seed %" PRIu64 "\n", test.c_str(), width, seed);
  top.reset();  // before its context
  return 0;
}
