// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include <stddef.h>

volatile struct trap trap;
void (*volatile on_interrupt)(uintptr_t cause);

static uintptr_t handle(uintptr_t cause, uintptr_t pc, uintptr_t value, uintptr_t link) {
  trap.count++;
  trap.cause = cause;
  trap.pc = pc;
  trap.value = value;
  if ((cause & CAUSE_INTERRUPT) != 0) {
    if (on_interrupt != NULL) {
      on_interrupt(cause);
    } else {
      CLEAR_CSR("mie", (uintptr_t)1 << (cause & 31));
    }
    return pc;
  }
  return cause == CAUSE_FETCH_ACCESS ? link : pc + 4;
}

__attribute__((interrupt("machine"), aligned(4))) static void entry(void) {
  uintptr_t link;
  __asm__ volatile("mv %0, ra" : "=r"(link));
  WRITE_CSR("mepc", handle(READ_CSR("mcause"), READ_CSR("mepc"), READ_CSR("mtval"), link));
}

void record_traps(void) { WRITE_CSR("mtvec", entry); }
