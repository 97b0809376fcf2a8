// SPDX-License-Identifier: Apache-2.0

/// What a stranger may do: nothing, at once, without a trap; what a user may not do: the registers
/// of ownership, and custom-2 when a kernel closes it. Fences: each waits for its own copies alone.

#include "ownership.h"

#if __riscv_xlen == 64

#define LONG_BYTES 7000u

static struct process* const first = &processes[0];
static struct process* const second = &processes[1];

static void start_long(struct job* job) {
  fy_copy_engine_start(job->target, job->source, job->bytes);
  leave_program();
}

// A user's FENCE waits for its copy.
static void wait_long(struct job* job) {
  job->result = fy_copy_engine_wait();
  leave_program();
}

// All that there is, without a claim.
static void try_all(struct job* job) {
  long seen = 0;
  for (uintptr_t i = 0; i <= FY_COPY_ERROR_ADDRESS; i++) {
    const uint64_t value = fy_copy_engine_read(i);
    if (value != (i == FY_COPY_STATUS ? FY_COPY_OCCUPIED : 0)) seen |= 1l << i;
    fy_copy_engine_write(i, 12345);
    fy_copy_engine_set(i, 0x8004);
    fy_copy_engine_clear(i, ~0ul);
  }
  fy_copy_engine_transfer(job->target, job->source);
  fy_copy_engine_resume();
  fy_copy_engine_release();
  job->result = seen;
  leave_program();
}

static void read_owner(struct job* job) {
  job->result = (long)fy_copy_engine_read(FY_COPY_OWNER);
  leave_program();
}

static void claim(struct job* job) {
  fy_copy_engine_set(FY_COPY_CONTROL, 0);
  job->result = (long)fy_copy_engine_read(FY_COPY_STATUS);
  leave_program();
}

void rights_of_others(void) {
  reset_process(first, 1, LONG_BYTES);
  reset_process(second, 2, 100);
  fy_fence_all();
  // Of a copy that runs a stranger sees and changes nothing, and neither he nor the kernel waits.
  begin_process(first, start_long);
  CHECK(run_process(first) == 0);
  const uintptr_t begun = fy_cycles();
  __asm__ volatile("fence" ::: "memory");
  const uintptr_t fence = fy_cycles() - begun;
  begin_process(second, try_all);
  CHECK(run_process(second) == 0 && second->job->result == 0);
  const uintptr_t stranger = fy_cycles() - begun;
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_OCCUPIED);
  CHECK(fy_copy_engine_read(FY_COPY_OWNER) == FY_COPY_OWNER_CLAIMED);
  CHECK(fy_copy_engine_read(FY_COPY_OWNER_SATP) == fy_space_satp(&first->space));
  begin_process(first, wait_long);
  CHECK(run_process(first) == 0 && first->job->result == FY_COPY_DONE);
  CHECK(wrong_bytes(first) == 0);
  printf("fence of the kernel %lu cycles, all that a stranger may try %lu\n", (unsigned long)fence,
         (unsigned long)stranger);
  CHECK(fence < 50);

  // The registers of ownership are none in user mode.
  begin_process(first, read_owner);
  CHECK(fy_run(&first->context) == CAUSE_ILLEGAL);
  // A fence of one address keeps the claim, one of all ends it.
  fy_fence_page(TARGET, first->space.asid);
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_OCCUPIED);
  fy_fence_all();
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_LOST);
  // What machine mode owns, a fence does not end.
  fy_copy_engine_set(FY_COPY_CONTROL, 0);
  fy_fence_all();
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_DONE);
  begin_process(first, claim);
  CHECK(run_process(first) == 0 && first->job->result == FY_COPY_OCCUPIED);
  fy_copy_engine_release();
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_LOST);
  begin_process(first, claim);
  CHECK(run_process(first) == 0 && first->job->result == FY_COPY_DONE);

  // A kernel may close custom-2 to users, and gets the instruction.
  CHECK(READ_CSR("0x5c0") == 1);
  WRITE_CSR("0x5c0", 0);
  begin_process(first, claim);
  CHECK(fy_run(&first->context) == CAUSE_ILLEGAL && (READ_CSR("mtval") & 0x7f) == 0x5b);
  WRITE_CSR("0x5c0", 1);
  CHECK(run_process(first) == 0 && first->job->result == FY_COPY_DONE);
  fy_fence_all();
}

#endif
