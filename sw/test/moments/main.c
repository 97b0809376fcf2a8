// SPDX-License-Identifier: Apache-2.0

/// Awkward moments under translation: interrupts while an instruction waits for a walk, fences,
/// pauses, killed processes and broken tables while the engine's walks are under way, tables
/// changed by another hart. One or more harts; RV64 only.

#include "moments.h"

#if __riscv_xlen == 64

uint8_t source_frames[PAGES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
uint8_t target_frames[PAGES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
struct fy_space space;

static uint8_t tables[64][FY_PAGE_BYTES] __attribute__((aligned(4096), section(".noinit")));
static uint8_t others[5 * 4096] __attribute__((aligned(4096), section(".noinit")));

void make_cold(void) {
  const volatile uint8_t* line = others;
  for (size_t i = 0; i < sizeof others; i += 64) (void)line[i];
  fy_fence_all();
}

int main(void) {
  fy_paging_pool(tables, sizeof tables);
  space = fy_space_create(1);
  // Machine code and data, for programs in supervisor mode.
  *fy_space_entry(&space, FY_MEMORY_BASE, 2) = fy_leaf(FY_MEMORY_BASE, RIGHTS | FY_ENTRY_EXECUTE);
  for (unsigned i = 0; i < PAGES; i++) {
    *fy_space_entry(&space, SOURCE + i * STRIDE, 0) = fy_leaf((uintptr_t)source_frames[i], RIGHTS);
    *fy_space_entry(&space, TARGET + i * STRIDE, 0) = fy_leaf((uintptr_t)target_frames[i], RIGHTS);
  }
  fy_fence_all();
  const unsigned harts = fy_harts();
  interrupted_walks(harts);
  changed_by_another(harts);
  engine_moments();
  tables_outside();
  return 0;
}

#else

int main(void) { return 0; }

#endif
