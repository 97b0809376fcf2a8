// SPDX-License-Identifier: Apache-2.0

/// Awkward moments under translation, on the whole system: what the parts share. RV64 only.

#ifndef MOMENTS_H
#define MOMENTS_H

#include <stddef.h>

#include "../check.h"
#include "fy_context.h"
#include "fy_copy_engine.h"
#include "fy_paging.h"
#include "fy_platform.h"

#define PAGES 8u
#define GIGABYTE (1ul << 30)
#define SOURCE (3 * GIGABYTE)  // pages lie in tables of their own: walks are long
#define TARGET (103 * GIGABYTE)
#define STRIDE (GIGABYTE + 2 * 1024 * 1024 + FY_PAGE_BYTES)
#define RIGHTS (FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_ACCESSED | FY_ENTRY_DIRTY)
#define SOFTWARE_INTERRUPT ((volatile uint32_t*)FY_TIMER_MSIP)
#define TIMER_COMPARE (*(volatile uint64_t*)FY_TIMER_MTIMECMP)
#define TIMER_NOW (*(volatile uint64_t*)FY_TIMER_MTIME)
#define NEVER 0xfffffffffffful

/// Frames behind virtual pages.
extern uint8_t source_frames[PAGES][FY_PAGE_BYTES], target_frames[PAGES][FY_PAGE_BYTES];
extern struct fy_space space;

/// 64-bit words: the C library's memset goes byte by byte.
static inline void fill(void* bytes, uint8_t value, size_t size) {
  for (size_t i = 0; i < size; i += 8) {
    *(volatile uint64_t*)((uintptr_t)bytes + i) = value * 0x0101010101010101ul;
  }
}

/// All tables of the space go out of the L1, all translations are dropped.
void make_cold(void);

/// Loads and stores, Transfer and Resume between the two act in supervisor mode in `space`,
/// fetches do not.
static inline void enter(void) {
  WRITE_CSR("satp", fy_space_satp(&space));
  CLEAR_CSR("mstatus", FY_STATUS_MACHINE);
  SET_CSR("mstatus", 0x20000u | FY_STATUS_SUPERVISOR);
}
static inline void leave(void) { CLEAR_CSR("mstatus", 0x20000u); }

static inline void wait_cycles(uintptr_t cycles) {
  const uintptr_t end = fy_cycles() + cycles;
  while ((intptr_t)(end - fy_cycles()) > 0) {
  }
}

/// One file each.
void interrupted_walks(unsigned harts);
void changed_by_another(unsigned harts);
void engine_moments(void);
void tables_outside(void);

#endif
