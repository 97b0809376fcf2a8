// SPDX-License-Identifier: Apache-2.0
//
// ALU, branch condition, multiplier and divider.

#include "blocks/core/test/core_units.h"

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

static unsigned length(uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }

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
