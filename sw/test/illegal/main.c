// SPDX-License-Identifier: Apache-2.0

/// Every funct of custom-2 with every pattern of xd and xs, and every register index: what is not
/// in the specification traps as an illegal instruction, with the address and the word of the
/// instruction.

#include "../check.h"
#include "fy_copy_engine.h"
#include "fy_platform.h"

#define FUNCTS 128u
#define INDICES 64u
#define READ 4u
#define RETURN 0x00008067u

static uint32_t code[2] __attribute__((aligned(8)));

static uint32_t word(unsigned funct, unsigned used) {
  unsigned rd = used & 4 ? 10 : 0, rs1 = used & 2 ? 10 : 0, rs2 = used & 1 ? 11 : 0;
  return funct << 25 | rs2 << 20 | rs1 << 15 | used << 12 | rd << 7 | 0x5b;
}

static int traps(uint32_t instruction, uintptr_t index) {
  unsigned before = trap.count;
  code[0] = instruction;
  code[1] = RETURN;
  __asm__ volatile("fence.i" ::: "memory");
  ((uintptr_t(*)(uintptr_t, uintptr_t))(uintptr_t)code)(index, 0);
  if (trap.count == before) return 0;
  CHECK(trap.count == before + 1 && trap.cause == CAUSE_ILLEGAL);
  CHECK(trap.pc == (uintptr_t)code && trap.value == instruction);
  return 1;
}

// Functs 0, 1 and 4 to 7 exist; each has one pattern, left out here.
static unsigned pattern(unsigned funct) {
  const uint8_t patterns[] = {3, 0, 8, 8, 6, 3, 3, 3};
  return funct < sizeof(patterns) ? patterns[funct] : 8;
}

int main(void) {
  record_traps();
  fy_copy_engine_set(FY_COPY_CONTROL, 0);  // claims the engine
  for (unsigned funct = 0; funct < FUNCTS; funct++) {
    for (unsigned used = 0; used < 8; used++) {
      if (used != pattern(funct)) CHECK(traps(word(funct, used), 0));
    }
  }
  for (uintptr_t index = 0; index < INDICES; index++) {
    CHECK(traps(word(READ, 6), index) == (index > FY_COPY_OWNER_SATP));
  }
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
  return 0;
}
