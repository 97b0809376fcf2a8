// SPDX-License-Identifier: Apache-2.0

/// A handler copies, too: in the middle of a copy of what it interrupted it takes the processor's
/// way, and the engine goes on with the other.

#include <asm/signal.h>

#include "parts.h"

#define SYSTEM_CALL_SETITIMER 103
#define SYSTEM_CALL_RT_SIGACTION 134
#define HANDLED 6u

static volatile unsigned handled, amid;

static void handler(int signal) {
  (void)signal;
  amid += fy_copier.busy != 0;
  copy_and_check(5000, 40 + handled);
  handled++;
}

void signals(void) {
  const size_t bytes = 512 << 10;
  uint8_t *const source = map_pages(bytes, MAP_PRIVATE), *const target =
                                                             map_pages(bytes, MAP_PRIVATE);
  fill(source, bytes, 9);
  const struct sigaction action = {.sa_handler = handler};
  CHECK(my_syscall4(SYSTEM_CALL_RT_SIGACTION, SIGALRM, &action, NULL, 8) == 0);
  const struct {
    long interval_seconds, interval_microseconds, seconds, microseconds;
  } often = {0, 10000, 0, 10000}, never = {0, 0, 0, 0};
  CHECK(my_syscall3(SYSTEM_CALL_SETITIMER, 0, &often, NULL) == 0);
  while (handled < HANDLED || amid == 0) {
    CHECK(fy_copy(target, source, bytes) == FY_COPY_COPIED);
  }
  CHECK(my_syscall3(SYSTEM_CALL_SETITIMER, 0, &never, NULL) == 0);
  CHECK(holds(target, bytes, 9));
  printf("signals %u, of them in the middle of a copy %u\n", handled, amid);
  unmap_pages(source, bytes);
  unmap_pages(target, bytes);
}
