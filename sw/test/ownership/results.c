// SPDX-License-Identifier: Apache-2.0

/// What the library returns, and when it takes the processor's way; in user mode, alone.

#include "fy_counters.h"
#include "ownership.h"

#if __riscv_xlen == 64

#define BYTES 600u
#define NOWHERE 0x4000000000ul  // physical addresses end below, or nothing answers

static struct process* const user = &processes[0];
static struct process* const other = &processes[1];

// The status of the engine beside the result: who never claimed it has lost nothing.
static void copy_and_look(struct job* job) {
  job->result = fy_copy_by(&job->copier, job->target, job->source, job->bytes);
  job->status = (long)fy_copy_engine_read(FY_COPY_STATUS);
  leave_program();
}

static void claim_only(struct job* job) {
  fy_copy_engine_write(FY_COPY_SEGMENTS, 1);
  job->result = 0;
  leave_program();
}

static uint64_t transfers(void) {
  *(volatile uint32_t*)FY_COUNTER_CONTROL = FY_COUNTER_CONTROL_SNAPSHOT;
  fy_fence();
  return *(volatile uint64_t*)(FY_COUNTER_VALUES + 8 * (uintptr_t)FY_COUNTER_ENGINE_TRANSFERS);
}

// Begins anew, with or without an engine; tells whether the engine moved anything.
static int moved(int engine, int busy) {
  reset_process(user, 5, BYTES);
  fy_fence_all();
  user->job->copier = (struct fy_copier){.busy = busy, .engine = engine};
  begin_process(user, copy_and_look);
  const uint64_t before = transfers();
  CHECK(run_process(user) == 0 && user->job->result == FY_COPY_COPIED);
  CHECK(wrong_bytes(user) == 0);
  return transfers() != before;
}

static void map(uintptr_t address, uintptr_t physical) {
  *fy_space_entry(&user->space, address, 0) =
      fy_leaf(physical,
              FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_USER | FY_ENTRY_ACCESSED | FY_ENTRY_DIRTY);
}

static long result_with(void (*change)(void), void (*program)(struct job*)) {
  reset_process(user, 6, BYTES);
  change();
  fy_fence_all();
  user->job->copier = (struct fy_copier){.engine = 1};
  begin_process(user, program);
  CHECK(run_process(user) == 0);
  // Nobody is left in it.
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_LOST);
  return user->job->result;
}

static void bad_source(void) { map(SOURCE + FY_PAGE_BYTES, NOWHERE); }
static void bad_target(void) { map(TARGET + FY_PAGE_BYTES, NOWHERE); }
static void nothing(void) {}

// The page was there when the processor read it, and is not there for a walk: no touch cures that.
static void copy_behind_a_stale_entry(struct job* job) {
  (void)*(volatile const uint8_t*)(job->source);
  __asm__ volatile("ecall" ::: "memory");
  job->result = fy_copy_by(&job->copier, job->target, job->source, job->bytes);
  leave_program();
}

static void no_progress(void) {
  reset_process(user, 7, BYTES);
  fy_fence_all();
  user->job->copier = (struct fy_copier){.engine = 1};
  begin_process(user, copy_behind_a_stale_entry);
  CHECK(run_process(user) == 0);
  user->context.x[0] += 4;
  *fy_space_entry(&user->space, SOURCE, 0) = 0;
  CHECK(run_process(user) == 0 && user->job->result == FY_COPY_NO_PROGRESS);
}

void results_of_the_library(void) {
  CHECK(moved(1, 0));
  // Released: nobody owns it.
  CHECK(user->job->status == FY_COPY_LOST);
  CHECK(!moved(0, 0));
  CHECK(!moved(1, 1));
  CHECK(user->job->copier.busy == 1);

  // Another has it, and does nothing.
  reset_process(other, 8, BYTES);
  begin_process(other, claim_only);
  CHECK(run_process(other) == 0);
  reset_process(user, 9, BYTES);
  user->job->copier = (struct fy_copier){.engine = 1};
  begin_process(user, copy_and_look);
  const uint64_t before = transfers();
  CHECK(run_process(user) == 0 && user->job->result == FY_COPY_COPIED);
  CHECK(user->job->status == FY_COPY_OCCUPIED && transfers() == before);
  CHECK(wrong_bytes(user) == 0);
  fy_fence_all();

  CHECK(result_with(bad_source, copy_and_look) == FY_COPY_BAD_SOURCE);
  CHECK(result_with(bad_source, list_job) == FY_COPY_BAD_SOURCE);
  CHECK(result_with(bad_target, copy_and_look) == FY_COPY_BAD_TARGET);
  CHECK(result_with(bad_target, list_job) == FY_COPY_BAD_TARGET);
  CHECK(result_with(nothing, list_job) == FY_COPY_COPIED && wrong_bytes(user) == 0);
  no_progress();
  fy_fence_all();
}

#endif
