// SPDX-License-Identifier: Apache-2.0

/// A copy is interrupted after each of its instructions, and something happens that its kernel, or
/// the other process, may do. At the end every byte of both copies is right, and no byte that was
/// taken from a process has changed since.

#include "ownership.h"

#if __riscv_xlen == 64

enum event {
  OTHER_COPIES,   // by the engine, or by itself when that is occupied
  ALL_FENCED,     // as at a rollover of address-space ids; then the other one copies
  OTHER_KILLED,   // with its copy stopped at a page
  KILLED,         // the one that was interrupted; its pages go to others
  PAGE_MOVED,     // of the target
  PAGE_AWAY,      // of the source
  PAGES_SHARED,   // of the target, as by fork: written, they become copies
  SAVED,          // by a kernel that knows the engine
  KERNEL_COPIES,  // by the engine, or learns that it is occupied
  STANDS_STILL,   // so long that the other one takes the engine over
  EVENTS
};

static const char* const names[EVENTS] = {
    "other copies", "all fenced", "other killed",  "killed",      "page moved",
    "page away",    "shared",     "saved by both", "kernel also", "stands still"};

#define BYTES 700u
#define STANDSTILL (1ul << 20)

static struct process* const first = &processes[0];
static struct process* const second = &processes[1];
static uint8_t kernel_bytes[2][256] __attribute__((aligned(64)));
static uint8_t poison_page[FY_PAGE_BYTES] __attribute__((aligned(64)));
static unsigned kernel_copied, kernel_refused;

static void poison(void* frames, size_t bytes) { fy_host_fill(frames, bytes, POISON); }

static void still_poisoned(const uint8_t* frames, unsigned pages) {
  for (unsigned i = 0; i < pages; i++)
    CHECK(fy_host_compare(frames + i * FY_PAGE_BYTES, poison_page, FY_PAGE_BYTES, 0, 0) == 0);
}

static void other_copies(void) {
  begin_process(second, copy_job);
  CHECK(run_process(second) == 0 && second->job->result == FY_COPY_COPIED);
  CHECK(wrong_bytes(second) == 0);
}

// Its entries go, then the translations, then its frames serve others.
static void kill_process(struct process* p) {
  for (unsigned page = 0; page < PAGES; page++) {
    *target_entry(p, page) = 0;
    *fy_space_entry(&p->space, SOURCE + page * FY_PAGE_BYTES, 0) = 0;
  }
  fy_fence_all();
  poison(p->target, PAGES * FY_PAGE_BYTES);
}

static void stop_and_kill_other(void) {
  *target_entry(second, 1) = 0;
  fy_fence_page(TARGET + FY_PAGE_BYTES, second->space.asid);
  begin_process(second, copy_job);
  // Its store to the missing page is the last that it does.
  CHECK(fy_run(&second->context) == CAUSE_STORE_PAGE);
  kill_process(second);
}

static void move_page(void) {
  uint8_t* const old = first->frame_of[0];
  const fy_entry entry = *target_entry(first, 0);
  *target_entry(first, 0) = 0;
  fy_fence_page(TARGET, first->space.asid);
  for (size_t i = 0; i < FY_PAGE_BYTES; i += 8)
    *(uint64_t*)(spares[SPARES - 1] + i) = *(uint64_t*)(old + i);
  poison(old, FY_PAGE_BYTES);
  first->frame_of[0] = spares[SPARES - 1];
  *target_entry(first, 0) = fy_leaf((uintptr_t)first->frame_of[0], entry & 0xffu);
}

static void take_page_away(void) {
  *fy_space_entry(&first->space, SOURCE + FY_PAGE_BYTES, 0) = 0;
  fy_fence_page(SOURCE + FY_PAGE_BYTES, first->space.asid);
  first->present[1] = 0;
}

static void share_pages(void) {
  for (unsigned page = 0; page < PAGES; page++) {
    *target_entry(first, page) &= ~(uint64_t)(FY_ENTRY_WRITE | FY_ENTRY_DIRTY);
    fy_fence_page(TARGET + page * FY_PAGE_BYTES, first->space.asid);
  }
}

static void save_restore(void) {
  struct fy_copy_state mine;
  fy_copy_save(&mine);
  other_copies();
  fy_copy_restore(&mine);
}

static void kernel_copies(void) {
  fy_host_fill(kernel_bytes[1], sizeof kernel_bytes[1], FILL);
  const enum fy_copy_status status =
      fy_copy_engine_memcpy(kernel_bytes[1], kernel_bytes[0], sizeof kernel_bytes[0]);
  CHECK(status == FY_COPY_DONE || status == FY_COPY_OCCUPIED);
  const uint8_t wanted = status == FY_COPY_DONE ? POISON : FILL;
  for (size_t i = 0; i < sizeof kernel_bytes[1]; i++) CHECK(kernel_bytes[1][i] == wanted);
  kernel_copied += status == FY_COPY_DONE;
  kernel_refused += status == FY_COPY_OCCUPIED;
  fy_copy_engine_release();
}

static void happen(enum event event) {
  switch (event) {
    case OTHER_COPIES:
      other_copies();
      break;
    case ALL_FENCED:
      fy_fence_all();
      other_copies();
      break;
    case OTHER_KILLED:
      stop_and_kill_other();
      break;
    case KILLED:
      kill_process(first);
      other_copies();
      break;
    case PAGE_MOVED:
      move_page();
      break;
    case PAGE_AWAY:
      take_page_away();
      break;
    case PAGES_SHARED:
      share_pages();
      break;
    case SAVED:
      save_restore();
      break;
    case KERNEL_COPIES:
      kernel_copies();
      break;
    default:
      TIMER_NOW = TIMER_NOW + STANDSTILL;
      other_copies();
  }
}

// Returns whether the copy was interrupted.
static int trial(enum event event, unsigned after, int list) {
  const unsigned seed = after * 31 + event;
  reset_process(first, seed, BYTES);
  reset_process(second, seed + 7777, BYTES + 32);
  fy_fence_all();
  begin_process(first, list ? list_job : copy_job);
  TIMER_COMPARE = TIMER_NOW + after;
  const int interrupted = run_process(first);
  TIMER_COMPARE = NEVER;
  if (!interrupted) return 0;
  happen(event);
  if (event == KILLED) {
    still_poisoned(first->target[0], PAGES);
    return 1;
  }
  CHECK(run_process(first) == 0 && first->job->result == FY_COPY_COPIED);
  CHECK(wrong_bytes(first) == 0);
  if (event == OTHER_KILLED) still_poisoned(second->target[0], PAGES);
  if (event == PAGE_MOVED) still_poisoned(first->target[0], 1);
  return 1;
}

void preempted(unsigned begin, unsigned step) {
  poison(kernel_bytes[0], sizeof kernel_bytes[0]);
  poison(poison_page, sizeof poison_page);
  SET_CSR("mie", 1u << 7);
  for (unsigned event = 0; event < EVENTS; event++) {
    unsigned interrupted[2] = {0, 0};
    for (int list = 0; list < 2; list++) {
      for (unsigned after = begin; trial((enum event)event, after, list); after += step)
        interrupted[list]++;
      CHECK(interrupted[list] > 150 / step);
    }
    printf("%s: %u places of a copy, %u of a list\n", names[event], interrupted[0], interrupted[1]);
  }
  CLEAR_CSR("mie", 1u << 7);
  printf("kernel copied %u times, found the engine occupied %u times\n", kernel_copied,
         kernel_refused);
  CHECK(kernel_copied > 0 && kernel_refused > 0);
}

#endif
