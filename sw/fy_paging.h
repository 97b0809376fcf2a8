// SPDX-License-Identifier: Apache-2.0

/// Page tables (Sv39), built and changed by a kernel. RV64 only.

#ifndef FY_PAGING_H
#define FY_PAGING_H

#include <stddef.h>
#include <stdint.h>

#define FY_PAGE_BYTES 4096u

#define FY_ENTRY_VALID 0x01u
#define FY_ENTRY_READ 0x02u
#define FY_ENTRY_WRITE 0x04u
#define FY_ENTRY_EXECUTE 0x08u
#define FY_ENTRY_USER 0x10u
#define FY_ENTRY_GLOBAL 0x20u
#define FY_ENTRY_ACCESSED 0x40u  ///< the hardware never sets it: clear means page fault
#define FY_ENTRY_DIRTY 0x80u     ///< clear means page fault of a store

typedef volatile uint64_t fy_entry;

struct fy_space {
  fy_entry* root;
  uint16_t asid;
};

/// Gives the memory from which tables are taken; page-aligned. Tables are never given back.
void fy_paging_pool(void* memory, size_t bytes);

/// An empty address space; `root` is NULL when the pool is empty.
struct fy_space fy_space_create(uint16_t asid);

/// The entry of `address` at `level` (0: 4 KB, 1: 2 MB, 2: 1 GB), with the tables above it made as
/// needed. NULL: the pool is empty, or a superpage is in the way.
fy_entry* fy_space_entry(struct fy_space* space, uintptr_t address, unsigned level);

/// A leaf that maps to `physical` with these rights (FY_ENTRY_*, VALID is added).
static inline uint64_t fy_leaf(uintptr_t physical, unsigned rights) {
  return (uint64_t)physical >> 12 << 10 | rights | FY_ENTRY_VALID;
}

/// Value of satp that switches to the space.
static inline uint64_t fy_space_satp(const struct fy_space* space) {
  return 8ull << 60 | (uint64_t)space->asid << 44 | (uintptr_t)space->root >> 12;
}

/// Makes changed entries of one page of one space count, in this hart and what follows its fences.
static inline void fy_fence_page(uintptr_t address, uint16_t asid) {
  __asm__ volatile("sfence.vma %0, %1" ::"r"(address), "r"((uintptr_t)asid) : "memory");
}

/// The same for everything.
static inline void fy_fence_all(void) { __asm__ volatile("sfence.vma" ::: "memory"); }

#endif
