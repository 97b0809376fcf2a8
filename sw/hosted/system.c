// SPDX-License-Identifier: Apache-2.0

/// What the C library asks of a system: memory for the heap, the time, an end by a signal. A tick
/// of mtime counts as one microsecond, so clock() counts ticks and a program sees a machine of 1
/// MHz. A program may bring functions of its own in place of these.

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "fy_platform.h"

#define TICKS_PER_SECOND 1000000

// The loader writes where memory is free: behind the program, its input and its arguments.
volatile uint64_t fy_heap __attribute__((section(".data")));
volatile uint64_t fy_heap_end __attribute__((section(".data")));

__attribute__((weak)) void* sbrk(ptrdiff_t change) {
  static uintptr_t at;
  if (at == 0) at = (uintptr_t)fy_heap;
  const uintptr_t before = at, least = (uintptr_t)fy_heap, end = (uintptr_t)fy_heap_end;
  if (change > 0 ? (uintptr_t)change > end - at : (uintptr_t)-change > at - least) {
    errno = ENOMEM;
    return (void*)-1;
  }
  at += (uintptr_t)change;
  return (void*)before;
}

static uint64_t ticks(void) {
  const volatile uint32_t* mtime = (const volatile uint32_t*)FY_TIMER_MTIME;
  uint32_t high, low;
  do {
    high = mtime[1];
    low = mtime[0];
  } while (mtime[1] != high);
  return (uint64_t)high << 32 | low;
}

__attribute__((weak)) clock_t times(struct tms* spent) {
  const clock_t now = (clock_t)ticks();
  *spent = (struct tms){.tms_utime = now};
  return now;
}

__attribute__((weak)) int gettimeofday(struct timeval* now, void* zone) {
  (void)zone;
  const uint64_t passed = ticks();
  now->tv_sec = (time_t)(passed / TICKS_PER_SECOND);
  now->tv_usec = (suseconds_t)(passed % TICKS_PER_SECOND);
  return 0;
}

__attribute__((weak)) pid_t getpid(void) { return 1; }

// What abort() and raise() do with a signal that the program does not handle.
__attribute__((weak)) int kill(pid_t process, int signal) {
  (void)process;
  fy_exit(128 + signal);
}
