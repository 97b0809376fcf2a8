// SPDX-License-Identifier: Apache-2.0

/// Pages that cannot be read or written: the process gets the signal that a load or store would
/// give it, and the engine serves others afterwards.

#include <asm/signal.h>

#include "parts.h"

#define BYTES 20000ul
#define SYSTEM_CALL_MPROTECT 226

static void copies(uint8_t* target, const uint8_t* source, int signal) {
  const pid_t child = fork();
  if (child == 0) exit((int)fy_copy(target, source, BYTES));
  CHECK((status_of(child) & 0x7f) == signal);
  copy_and_check(BYTES, 11);
}

void bad_pages(void) {
  uint8_t *const source = map_pages(BYTES, MAP_PRIVATE), *const target =
                                                             map_pages(BYTES, MAP_PRIVATE);
  fill(source, BYTES, 10);
  fill(target, BYTES, 12);
  CHECK(my_syscall3(SYSTEM_CALL_MPROTECT, target + 2 * PAGE, PAGE, PROT_READ) == 0);
  copies(target, source, SIGSEGV);
  CHECK(my_syscall3(SYSTEM_CALL_MPROTECT, target + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE) == 0);
  CHECK(my_syscall3(SYSTEM_CALL_MPROTECT, source + PAGE, PAGE, PROT_NONE) == 0);
  copies(target, source, SIGSEGV);
  CHECK(my_syscall3(SYSTEM_CALL_MPROTECT, source + PAGE, PAGE, PROT_READ) == 0);
  copies(target, source, 0);
  CHECK(holds(target, BYTES, 12));  // the children had pages of their own
  unmap_pages(target, BYTES);
  copies(target, source, SIGSEGV);
  unmap_pages(source, BYTES);
}
