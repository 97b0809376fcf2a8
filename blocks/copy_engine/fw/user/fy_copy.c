// SPDX-License-Identifier: Apache-2.0

#include "fy_copy.h"

#include <stdint.h>
#include <string.h>

#include "../fy_copy_engine.h"

#ifndef FY_COPY_SCALAR
#define FY_COPY_SCALAR memcpy
#endif

// What is compiled without A still runs on a core that has it.
#define WITH_ATOMICS(text) ".option push\n.option arch, +a\n" text "\n.option pop"

struct fy_copier fy_copier;

void fy_copy_use_engine(struct fy_copier* copier, int engine) { copier->engine = engine; }

// As a load or store of the program would: a kernel makes the page present and young, or dirty. An
// atomic OR of nothing writes without changing what others write beside it.
static void touch(uintptr_t address, enum fy_copy_status status) {
  if (status == FY_COPY_SOURCE_PAGE_FAULT) {
    (void)*(const volatile unsigned char*)address;
  } else {
    __asm__ volatile(WITH_ATOMICS("amoor.w zero, zero, (%0)")::"r"(address & ~(uintptr_t)3)
                     : "memory");
  }
}

static int take(int* lock) {
  int was;
  __asm__ volatile(WITH_ATOMICS("amoswap.w.aq %0, %2, (%1)")
                   : "=&r"(was)
                   : "r"(lock), "r"(1)
                   : "memory");
  return !was;
}

static void leave(int* lock) {
  __asm__ volatile(WITH_ATOMICS("amoswap.w.rl zero, zero, (%0)")::"r"(lock) : "memory");
}

// Waits for all that was started; pages are touched and what stopped goes on. Returns the status in
// which it ends: done, an access fault, occupied, lost, or a page fault that does not go away.
static enum fy_copy_status finish(void) {
  uintptr_t last = 0;
  for (unsigned tries = 0; tries < FY_COPY_TRIES;) {
    fy_copy_engine_fence();
    const uintptr_t address = (uintptr_t)fy_copy_engine_read(FY_COPY_ERROR_ADDRESS);
    const enum fy_copy_status status = (enum fy_copy_status)fy_copy_engine_read(FY_COPY_STATUS);
    if (status == FY_COPY_SOURCE_PAGE_FAULT || status == FY_COPY_TARGET_PAGE_FAULT) {
      tries = address == last ? tries + 1 : 1;
      last = address;
      touch(address, status);
    } else if (status != FY_COPY_PAUSED) {
      return status;
    }
    fy_copy_engine_resume();
  }
  return FY_COPY_PAUSED;
}

// As many of the list as the engine takes at once, begun again as a whole when the engine is lost.
static enum fy_copy_status by_engine(const struct fy_copy_piece* pieces, size_t count) {
  enum fy_copy_status status = FY_COPY_LOST;
  for (unsigned tries = 0; tries < FY_COPY_TRIES && status == FY_COPY_LOST; tries++) {
    // A claim that is lost between two of them loses this bit, too: then the first was forgotten.
    if (count > 1) fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_OVERLAP);
    for (size_t i = 0; i < count; i++)
      fy_copy_engine_start(pieces[i].target, pieces[i].source, pieces[i].bytes);
    status = finish();
    if (status == FY_COPY_DONE && count > 1 &&
        (fy_copy_engine_read(FY_COPY_CONTROL) & FY_COPY_OVERLAP) == 0)
      status = FY_COPY_LOST;
  }
  // Somebody else may want it; what has stopped in it is forgotten.
  fy_copy_engine_release();
  return status;
}

static enum fy_copy_result copy_some(struct fy_copier* copier, const struct fy_copy_piece* pieces,
                                     size_t count) {
  enum fy_copy_status status = FY_COPY_OCCUPIED;
  if (copier->engine && take(&copier->busy)) {
    status = by_engine(pieces, count);
    leave(&copier->busy);
  }
  switch (status) {
    case FY_COPY_DONE:
      return FY_COPY_COPIED;
    case FY_COPY_SOURCE_ACCESS_FAULT:
      return FY_COPY_BAD_SOURCE;
    case FY_COPY_TARGET_ACCESS_FAULT:
      return FY_COPY_BAD_TARGET;
    case FY_COPY_OCCUPIED:
    case FY_COPY_LOST:
      for (size_t i = 0; i < count; i++)
        (void)FY_COPY_SCALAR(pieces[i].target, pieces[i].source, pieces[i].bytes);
      return FY_COPY_COPIED;
    default:
      return FY_COPY_NO_PROGRESS;
  }
}

enum fy_copy_result fy_copy_by(struct fy_copier* copier, void* target, const void* source,
                               size_t bytes) {
  const struct fy_copy_piece piece = {target, source, bytes};
  if (bytes < FY_COPY_LEAST) {
    (void)FY_COPY_SCALAR(target, source, bytes);
    return FY_COPY_COPIED;
  }
  return copy_some(copier, &piece, 1);
}

enum fy_copy_result fy_copy_list(struct fy_copier* copier, const struct fy_copy_piece* pieces,
                                 size_t count) {
  enum fy_copy_result result = FY_COPY_COPIED;
  for (size_t i = 0; i < count && result == FY_COPY_COPIED; i += FY_COPY_STARTED_MAX) {
    const size_t left = count - i;
    result = copy_some(copier, pieces + i, left < FY_COPY_STARTED_MAX ? left : FY_COPY_STARTED_MAX);
  }
  return result;
}
