// SPDX-License-Identifier: Apache-2.0

/// fy_copy for a process of Linux: the engine stands beside hart 0, so the thread has to stay
/// there.

#ifndef FY_COPY_LINUX_H
#define FY_COPY_LINUX_H

#include "fy_copy.h"

/// Keeps the calling thread on hart 0 and lets its process use the engine. Returns 0, or the error
/// of the kernel: then copies take the processor's way. Threads that were not kept there must not
/// copy by the same copier: on another hart the instructions of the engine are illegal.
static inline long fy_copy_init(struct fy_copier* copier) {
  const unsigned long hart_0 = 1;
  register long a0 __asm__("a0") = 0;  // this thread
  register unsigned long a1 __asm__("a1") = sizeof hart_0;
  register const unsigned long* a2 __asm__("a2") = &hart_0;
  register long a7 __asm__("a7") = 122;  // sched_setaffinity
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  fy_copy_use_engine(copier, a0 == 0);
  return a0 < 0 ? -a0 : 0;
}

#endif
