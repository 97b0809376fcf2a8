// SPDX-License-Identifier: Apache-2.0

/// What the self-checking programs share: a check that names its line, and traps that are recorded
/// and stepped over.

#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                               \
    }                                                        \
  } while (0)

#define READ_CSR(name)                                           \
  ({                                                             \
    uintptr_t value_;                                            \
    __asm__ volatile("csrr %0, " name : "=r"(value_)::"memory"); \
    value_;                                                      \
  })
#define WRITE_CSR(name, value) __asm__ volatile("csrw " name ", %0" ::"r"((uintptr_t)(value)))
#define SET_CSR(name, mask) __asm__ volatile("csrs " name ", %0" ::"r"((uintptr_t)(mask)))
#define CLEAR_CSR(name, mask) __asm__ volatile("csrc " name ", %0" ::"r"((uintptr_t)(mask)))

#define CAUSE_INTERRUPT ((uintptr_t)1 << (__riscv_xlen - 1))
#define CAUSE_FETCH_ACCESS 1u
#define CAUSE_ILLEGAL 2u
#define CAUSE_LOAD_ACCESS 5u
#define CAUSE_STORE_ACCESS 7u

struct trap {
  unsigned count;
  uintptr_t cause;
  uintptr_t pc;
  uintptr_t value;
};

extern volatile struct trap trap;

/// Called on an interrupt; it has to make the interrupt go away. NULL: the interrupt is disabled in
/// mie.
extern void (*volatile on_interrupt)(uintptr_t cause);

/// Records traps from now on. An exception continues behind its instruction; a failed fetch
/// returns to ra.
void record_traps(void);

#endif
