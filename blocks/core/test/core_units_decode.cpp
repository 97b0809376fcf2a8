// SPDX-License-Identifier: Apache-2.0
//
// Decoder.

#include "blocks/core/test/core_units.h"
#include "fy_layout.h"

using namespace fy_layout;

// Legality of the encodings, written down anew from the tables of the specification.
static bool legal(uint32_t word) {
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
    case 0x2f: {
      static const unsigned codes[] = {0, 1, 2, 3, 4, 8, 12, 16, 20, 24, 28};
      bool known = false;
      for (unsigned code : codes) known = known || word >> 27 == code;
      if (word >> 27 == 2 && (word >> 20 & 31) != 0) return false;
      return known && (funct3 == 2 || (wide && funct3 == 3));
    }
    case 0x73:
      if (funct3 == 0) {
        if (funct7 == 9) return (word >> 7 & 31) == 0;
        return word == 0x10200073 || word == 0x73 || word == 0x100073 || word == 0x30200073 ||
               word == 0x10500073;
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
    if ((pick >> 40) % 16 == 0) word = systems[pick >> 56 & 7];
    if (word == 0x12000073) word |= static_cast<uint32_t>(pick & 0x3ff) << 15;
    top->instruction_i = word;
    top->eval();
    bool illegal = get(top->decoded_o, decoded_o::illegal_);
    if (illegal == legal(word)) check(illegal, !legal(word), "decoder illegal", word);
    if (illegal) continue;
    legal_count++;
    unsigned opcode = word & 0x7f, funct3 = word >> 12 & 7, rd = word >> 7 & 31;
    bool fence = opcode == 0x73 && funct3 == 0 && word >> 25 == 9;
    bool system = opcode == 0x73 && funct3 != 0, custom = opcode == 0x5b;
    bool writes =
        custom ? funct3 >> 2
               : opcode != 0x63 && opcode != 0x23 && opcode != 0x0f && (opcode != 0x73 || system);
    bool reads1 = custom   ? funct3 >> 1 & 1
                  : system ? funct3 < 4
                           : opcode == 0x67 || opcode == 0x63 || opcode == 0x03 || opcode == 0x23 ||
                                 opcode == 0x13 || opcode == 0x1b || opcode == 0x33 ||
                                 opcode == 0x3b || opcode == 0x2f || fence;
    bool reads2 = custom ? funct3 & 1
                         : opcode == 0x63 || opcode == 0x23 || opcode == 0x33 || opcode == 0x3b ||
                               fence || (opcode == 0x2f && word >> 27 != 2);
    check(get(top->decoded_o, decoded_o::rd_write_), writes && rd != 0, "rd_write", word);
    if (writes) check(get(top->decoded_o, decoded_o::rd_), rd, "rd", word);
    check(get(top->decoded_o, decoded_o::rs1_), reads1 ? word >> 15 & 31 : 0, "rs1", word);
    check(get(top->decoded_o, decoded_o::rs2_), reads2 ? word >> 20 & 31 : 0, "rs2", word);
    int32_t s = static_cast<int32_t>(word), immediate = s >> 20;
    if (opcode == 0x37 || opcode == 0x17) immediate = s & ~0xfff;
    if (opcode == 0x2f) {
      immediate = 0;
      check(get(top->decoded_o, decoded_o::use_immediate_), 1, "address of an atomic", word);
    }
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
