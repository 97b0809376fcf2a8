// SPDX-License-Identifier: Apache-2.0

/// With several harts: on another one than 0 a copier without the engine copies, and an instruction
/// of the engine is illegal.

#include <asm/signal.h>

#include "fy_copy_engine.h"
#include "parts.h"

#define SYSTEM_CALL_SCHED_SETAFFINITY 122

void other_hart(void) {
  const unsigned long hart_1 = 2;
  const pid_t child = fork();
  if (child == 0) {
    if (my_syscall3(SYSTEM_CALL_SCHED_SETAFFINITY, 0, sizeof hart_1, &hart_1) != 0) exit(8);
    fy_copy_use_engine(&fy_copier, 0);
    copy_and_check(20000, 1);
    // The parent's copier is its own, and goes on meanwhile.
    printf("another hart copies\n");
    fy_copy_engine_write(FY_COPY_SEGMENTS, 1);
    exit(9);
  }
  for (unsigned i = 0; i < 8; i++) copy_and_check(20000, 20 + i);
  const int status = status_of(child);
  CHECK(status == 8 << 8 || (status & 0x7f) == SIGILL);
}
