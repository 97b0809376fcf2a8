// SPDX-License-Identifier: Apache-2.0

/// Timer and software interrupts, WFI, and a FENCE that waits for the engine and is interrupted.

#include <string.h>

#include "../check.h"
#include "fy_copy_engine.h"
#include "fy_platform.h"

#define SOFTWARE (*(volatile uint32_t*)FY_TIMER_MSIP)
#define COMPARE (*(volatile uint64_t*)FY_TIMER_MTIMECMP)
#define TIME (*(volatile uint64_t*)FY_TIMER_MTIME)
#define NEVER 0xffffffffffffu
#define MIE_SOFTWARE (1u << 3)
#define MIE_TIMER (1u << 7)
#define BYTES (48 * 1024)

static uint8_t source[BYTES] __attribute__((aligned(64)));
static uint8_t target[BYTES] __attribute__((aligned(64)));
static volatile int busy_at_interrupt;

static void silence(uintptr_t cause) {
  if ((cause & 31) == 3) SOFTWARE = 0;
  if ((cause & 31) == 7) {
    COMPARE = NEVER;
    busy_at_interrupt = target[BYTES - 1] != source[BYTES - 1];
  }
  __asm__ volatile("fence.tso" ::: "memory");
}

int main(void) {
  record_traps();
  on_interrupt = silence;
  COMPARE = NEVER;
  SET_CSR("mie", MIE_SOFTWARE | MIE_TIMER);

  SOFTWARE = 1;
  fy_fence();
  CHECK(trap.count == 0 && (READ_CSR("mip") & MIE_SOFTWARE) != 0);
  SET_CSR("mstatus", 8);
  CHECK(trap.count == 1 && trap.cause == (CAUSE_INTERRUPT | 3));
  CHECK((READ_CSR("mip") & MIE_SOFTWARE) == 0);

  COMPARE = TIME + 300;
  __asm__ volatile("wfi");
  while (trap.count == 1) {
  }
  CHECK(trap.count == 2 && trap.cause == (CAUSE_INTERRUPT | 7));

  for (unsigned i = 0; i < BYTES; i++) source[i] = (uint8_t)(i * 7 + 1);
  memset(target, 0, BYTES);
  fy_fence();
  uintptr_t before = READ_CSR("mcycle");
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, BYTES);
  fy_copy_engine_write(FY_COPY_SEGMENTS, 1);
  COMPARE = TIME + 400;
  fy_copy_engine_transfer(target, source);
  __asm__ volatile("here: fence" ::: "memory");
  uintptr_t cycles = READ_CSR("mcycle") - before;
  extern char here[];
  CHECK(trap.count == 3 && trap.cause == (CAUSE_INTERRUPT | 7));
  CHECK(trap.pc == (uintptr_t)here);
  CHECK(busy_at_interrupt);  // the copy went on behind the handler
  CHECK(cycles > BYTES / 32);
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_DONE);
  CHECK(memcmp(target, source, BYTES) == 0);
  return 0;
}
