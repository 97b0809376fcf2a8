// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>

#include "fy_paging.h"

#if __riscv_xlen == 64

static uint8_t* pool;
static size_t pages_left;

void fy_paging_pool(void* memory, size_t bytes) {
  pool = memory;
  pages_left = bytes / FY_PAGE_BYTES;
}

static fy_entry* take(void) {
  if (pages_left == 0) return NULL;
  fy_entry* table = (fy_entry*)pool;
  // The C library's memset goes byte by byte.
  for (size_t i = 0; i < FY_PAGE_BYTES / sizeof(fy_entry); i++) table[i] = 0;
  pool += FY_PAGE_BYTES;
  pages_left--;
  return table;
}

struct fy_space fy_space_create(uint16_t asid) {
  return (struct fy_space){take(), asid};
}

fy_entry* fy_space_entry(struct fy_space* space, uintptr_t address, unsigned level) {
  fy_entry* table = space->root;
  for (unsigned at = 2; table != NULL; at--) {
    fy_entry* entry = &table[address >> (12 + 9 * at) & 511];
    if (at == level) return entry;
    if ((*entry & FY_ENTRY_VALID) == 0) {
      table = take();
      if (table != NULL) *entry = fy_leaf((uintptr_t)table, 0);
    } else if ((*entry & (FY_ENTRY_READ | FY_ENTRY_EXECUTE)) != 0) {
      return NULL;
    } else {
      table = (fy_entry*)(uintptr_t)(*entry >> 10 << 12);
    }
  }
  return NULL;
}

#endif
