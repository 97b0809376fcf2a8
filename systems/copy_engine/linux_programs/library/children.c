// SPDX-License-Identifier: Apache-2.0

/// Pages that a fork shares until they are written, pages of a shared mapping that were only read,
/// and a child that runs in the memory of its parent.

#include <asm/signal.h>
#include <linux/sched.h>

#include "parts.h"

#define BYTES 30000ul

static void written_after_fork(void) {
  uint8_t *const source = map_pages(BYTES, MAP_PRIVATE), *const target =
                                                             map_pages(BYTES, MAP_PRIVATE);
  fill(source, BYTES, 1);
  fill(target, BYTES, 2);
  const pid_t child = fork();
  if (child == 0) {
    CHECK(fy_copy(target, source, BYTES) == FY_COPY_COPIED && holds(target, BYTES, 1));
    fill(source, BYTES, 5);
    CHECK(fy_copy(target, source, BYTES) == FY_COPY_COPIED && holds(target, BYTES, 5));
    exit(7);
  }
  sched_yield();
  // What the child wrote is its own.
  CHECK(holds(target, BYTES, 2));
  CHECK(fy_copy(target, source, BYTES) == FY_COPY_COPIED && holds(target, BYTES, 1));
  CHECK(status_of(child) == 7 << 8 && holds(target, BYTES, 1));
  unmap_pages(source, BYTES);
  unmap_pages(target, BYTES);
}

static void shared_pages(void) {
  uint8_t* const source = map_pages(BYTES, MAP_PRIVATE);
  uint8_t* const target = map_pages(BYTES, MAP_SHARED);
  fill(source, BYTES, 3);
  for (size_t i = 0; i < BYTES; i += PAGE) CHECK(*(volatile uint8_t*)(target + i) == 0);
  const pid_t child = fork();
  if (child == 0) exit(fy_copy(target, source, BYTES) == FY_COPY_COPIED ? 7 : 1);
  CHECK(status_of(child) == 7 << 8);
  CHECK(holds(target, BYTES, 3));  // the parent sees it
  // From pages that nobody has touched come zeros.
  uint8_t* const zeros = map_pages(BYTES, MAP_PRIVATE);
  CHECK(fy_copy(source, zeros, BYTES) == FY_COPY_COPIED);
  for (size_t i = 0; i < BYTES; i++) CHECK(source[i] == 0);
  unmap_pages(zeros, BYTES);
  unmap_pages(source, BYTES);
  unmap_pages(target, BYTES);
}

static void copy_in_parent(void) { copy_and_check(BYTES, 6); }

// As vfork: the parent stands still until the child ends, and the copier is the same.
static void memory_of_the_parent(void) {
  volatile int ended = 0;
  const pid_t child = (pid_t)clone_with(CLONE_VM | CLONE_VFORK | SIGCHLD, copy_in_parent, &ended);
  CHECK(ended == 1 && status_of(child) == 0);
  copy_and_check(BYTES, 8);
}

static void lists(void) {
  uint8_t *const source = map_pages(BYTES, MAP_PRIVATE), *const target =
                                                             map_pages(BYTES, MAP_PRIVATE);
  struct fy_copy_piece pieces[10];
  fill(source, BYTES, 4);
  for (size_t i = 0; i < 10; i++)
    pieces[i] = (struct fy_copy_piece){target + i * 3000, source + i * 3000, 3000};
  CHECK(fy_copy_list(&fy_copier, pieces, 10) == FY_COPY_COPIED && holds(target, BYTES, 4));
  unmap_pages(source, BYTES);
  unmap_pages(target, BYTES);
}

void children(void) {
  written_after_fork();
  shared_pages();
  memory_of_the_parent();
  lists();
}
