// SPDX-License-Identifier: Apache-2.0

#include "load_use.h"

#include <stdint.h>

#include "fy_platform.h"

#define REPEAT4(x) x x x x
#define REPEAT32(x) REPEAT4(REPEAT4(x)) REPEAT4(REPEAT4(x))

#if __riscv_xlen == 64
#define LOAD "ld %0, 0(%0)\n"
#else
#define LOAD "lw %0, 0(%0)\n"
#endif

static uintptr_t lines[LOAD_USE_HOPS][64 / sizeof(uintptr_t)] __attribute__((aligned(64)));

static __attribute__((noinline)) unsigned long chain(uintptr_t start) {
  uintptr_t pointer = start;
  unsigned long before = fy_cycles();
  __asm__ volatile(REPEAT32(LOAD) "add zero, %0, %0" : "+r"(pointer)::"memory");
  return fy_cycles() - before;
}

static __attribute__((noinline)) unsigned long moves(uintptr_t start) {
  uintptr_t pointer = start;
  unsigned long before = fy_cycles();
  __asm__ volatile(REPEAT32("addi %0, %0, 0\n") "add zero, %0, %0" : "+r"(pointer)::"memory");
  return fy_cycles() - before;
}

unsigned long load_use_chain(unsigned word, int in_l2, unsigned long* base) {
  unsigned index = word * 8 / sizeof(uintptr_t);
  for (unsigned i = 0; i < LOAD_USE_HOPS; i++) {
    lines[i][index] = (uintptr_t)&lines[(i + 1) % LOAD_USE_HOPS][index];
  }
  fy_fence();
  chain((uintptr_t)&lines[0][index]);
  moves(0);
  *base = moves(0);
  if (in_l2) fy_host_residency(lines, sizeof(lines), FY_RESIDENT_L2);
  return chain((uintptr_t)&lines[0][index]);
}
