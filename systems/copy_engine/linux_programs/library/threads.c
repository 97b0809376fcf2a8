// SPDX-License-Identifier: Apache-2.0

/// A second thread copies by the same copier, forks, and unmaps pages, which makes the kernel fence
/// the address space: whatever the first copies at that moment is lost and done again.

#include <linux/sched.h>

#include "parts.h"

#define STACK_BYTES (4 * PAGE)
#define ROUNDS 4u
#define SYSTEM_CALL_CLONE 220
#define SYSTEM_CALL_EXIT 93

static uint8_t* stack;
static volatile int ended;
static volatile unsigned forks, busy_forks;

long clone_with(unsigned long flags, void (*job)(void), volatile int* end) {
  stack = map_pages(STACK_BYTES, MAP_PRIVATE);
  register unsigned long a0 __asm__("a0") = flags;
  register void* a1 __asm__("a1") = stack + STACK_BYTES;
  register long a2 __asm__("a2") = 0;
  register long a3 __asm__("a3") = 0;
  register long a4 __asm__("a4") = 0;
  register long a7 __asm__("a7") = SYSTEM_CALL_CLONE;
  register void (*program)(void) __asm__("s2") = job;
  register volatile int* ended_at __asm__("s3") = end;
  // What is new has registers and stack of its own, and nothing to return to.
  __asm__ volatile(
      "ecall\n bnez a0, 1f\n jalr s2\n li a0, 1\n sw a0, (s3)\n li a0, 0\n li a7, %[exit]\n"
      " ecall\n1:"
      : "+r"(a0)
      : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a7), "r"(program),
        "r"(ended_at), [exit] "i"(SYSTEM_CALL_EXIT)
      : "memory");
  return (long)a0;
}

static void start_thread(void (*job)(void)) {
  ended = 0;
  const unsigned long shared =
      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  CHECK(clone_with(shared, job, &ended) > 0);
}

static void join_thread(void) {
  while (!ended) sched_yield();
  // It may still be on its way into the kernel; its stack stays.
}

static void disturb(void) {
  for (unsigned round = 0; round < ROUNDS; round++) {
    copy_and_check(3000 + 977 * round, round + 100);
    if (round % 2 == 0) {
      const int busy = fy_copier.busy;
      const pid_t child = fork();
      if (child == 0) {
        copy_and_check(20000, round);
        exit(7);
      }
      CHECK(status_of(child) == 7 << 8);
      forks++;
      busy_forks += busy != 0;
    }
  }
}

void threads(void) {
  const size_t bytes = 256 << 10;
  uint8_t *const source = map_pages(bytes, MAP_PRIVATE), *const target =
                                                             map_pages(bytes, MAP_PRIVATE);
  fill(source, bytes, 3);
  start_thread(disturb);
  unsigned copies = 0;
  while (!ended) {
    // It never yields: the other thread runs from a tick of the kernel on, in the middle of this.
    CHECK(fy_copy(target, source, bytes) == FY_COPY_COPIED);
    copies++;
  }
  join_thread();
  CHECK(holds(target, bytes, 3));
  CHECK(forks == ROUNDS / 2 && busy_forks > 0);
  printf("copies %u, forks in the middle of one %u\n", copies, busy_forks);
  unmap_pages(source, bytes);
  unmap_pages(target, bytes);
}
