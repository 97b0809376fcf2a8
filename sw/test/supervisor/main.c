// SPDX-License-Identifier: Apache-2.0

/// A small supervisor with demand paging: two processes in user mode, each with page tables of its
/// own, share one copy engine and fewer page frames than they touch. Timer interrupts and faults
/// switch between them at any instruction; pages are taken away while the engine uses them. Each
/// process checks every byte of its copies, and the bytes around them. RV64 only.

#include <string.h>

#include "../check.h"
#include "fy_context.h"
#include "fy_copy_engine.h"
#include "fy_counters.h"
#include "fy_paging.h"
#include "fy_platform.h"

#if __riscv_xlen == 64

#define PROCESSES 2u
#define PAGES 24u   // of a process: half source, half target
#define FRAMES 14u  // of both
#define ROUNDS 14u
#define REGION 0x40000000ul
#define JOB 0x40200000ul     // one page for the job, one for the stack
#define TEXT FY_MEMORY_BASE  // 2 MB, readable and executable by all

#define CALL_PAGE_IN 0u
#define CALL_EXIT 1u
#define TIMER_COMPARE (*(volatile uint64_t*)FY_TIMER_MTIMECMP)
#define TIMER_NOW (*(volatile uint64_t*)FY_TIMER_MTIME)
#define INTERRUPT_TIMER (1ul << 63 | 7)

struct job {
  uint64_t seed;
  uint64_t copies, repeats, wrong_bytes, gave_up;
};

struct process {
  struct fy_context context;
  struct fy_space space;
  struct fy_copy_state copy;
  int frame_of[PAGES];  // -1: not present
  struct job* job;
  int done;
};

static uint8_t backing[PROCESSES][PAGES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t frames[FRAMES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t private_pages[PROCESSES][2][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t tables[PROCESSES * 8][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static struct process processes[PROCESSES];
static struct { int process, page; } owner[FRAMES];
static uint64_t kernel_seed = 12345;
static unsigned evictions, switches, stopped_copies, faults, made_dirty;

static inline uint64_t random_of(uint64_t* seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

// ---- a process, in user mode: touches its own pages, its job and nothing else -----------------

static inline uintptr_t call(uintptr_t number, uintptr_t a, uintptr_t b) {
  register uintptr_t a0 __asm__("a0") = a;
  register uintptr_t a1 __asm__("a1") = b;
  register uintptr_t a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
  return a0;
}

static int ask_for_page(void* job, uintptr_t address, enum fy_copy_status status) {
  (void)job;
  return (int)call(CALL_PAGE_IN, address, status == FY_COPY_TARGET_PAGE_FAULT);
}

static inline uint8_t pattern(uint64_t seed, size_t i) {
  return (uint8_t)((seed + i * 0x9e3779b97f4a7c15ul) >> 29);
}

static void work(struct job* job) {
  uint8_t* const source_region = (uint8_t*)REGION;
  uint8_t* const target_region = source_region + PAGES / 2 * FY_PAGE_BYTES;
  uint64_t seed = job->seed;
  for (unsigned round = 0; round < ROUNDS; round++) {
    const size_t bytes = 1 + random_of(&seed) % (3 * FY_PAGE_BYTES);
    const size_t room = PAGES / 2 * FY_PAGE_BYTES - bytes - 16;
    uint8_t* const source = source_region + random_of(&seed) % room;
    uint8_t* const target = target_region + 8 + random_of(&seed) % room;
    const uint64_t key = random_of(&seed);
    for (size_t i = 0; i < bytes; i++) source[i] = pattern(key, i);
    for (size_t i = 0; i < 8; i++) target[i - 8] = target[bytes + i] = 0xa5;
    fy_copy_engine_start(target, source, bytes);
    enum fy_copy_status status = fy_copy_engine_finish(ask_for_page, job);
    // The driver gives up when a page that was paged in is taken away again before it was used.
    for (unsigned i = 0; i < 100 && status != FY_COPY_DONE; i++) {
      job->repeats++;
      fy_copy_engine_resume();
      status = fy_copy_engine_finish(ask_for_page, job);
    }
    job->gave_up += status != FY_COPY_DONE;
    job->copies++;
    for (size_t i = 0; i < bytes; i++) job->wrong_bytes += target[i] != pattern(key, i);
    for (size_t i = 0; i < 8; i++) {
      job->wrong_bytes += target[i - 8] != 0xa5;
      job->wrong_bytes += target[bytes + i] != 0xa5;
    }
  }
  call(CALL_EXIT, 0, 0);
}

// ---- the supervisor, in machine mode ----------------------------------------------------------

static fy_entry* entry_of(unsigned process, unsigned page) {
  return fy_space_entry(&processes[process].space, REGION + page * FY_PAGE_BYTES, 0);
}

static int take_frame(void) {
  for (unsigned frame = 0; frame < FRAMES; frame++) {
    if (owner[frame].process < 0) return (int)frame;
  }
  const unsigned frame = random_of(&kernel_seed) % FRAMES;
  const unsigned process = (unsigned)owner[frame].process, page = (unsigned)owner[frame].page;
  fy_entry* entry = entry_of(process, page);
  const uint64_t old = *entry;
  *entry = 0;
  // From here on neither the process nor the engine writes the frame.
  fy_fence_page(REGION + page * FY_PAGE_BYTES, processes[process].space.asid);
  if ((old & FY_ENTRY_DIRTY) != 0) memcpy(backing[process][page], frames[frame], FY_PAGE_BYTES);
  processes[process].frame_of[page] = -1;
  owner[frame].process = -1;
  evictions++;
  return (int)frame;
}

// Makes a page present, and dirty for a write. A page that was absent or clean needs no fence.
static int page_in(unsigned process, uintptr_t address, int write) {
  struct process* p = &processes[process];
  if (address < REGION || address >= REGION + PAGES * FY_PAGE_BYTES) return 1;
  const unsigned page = (unsigned)((address - REGION) / FY_PAGE_BYTES);
  unsigned rights = FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_USER | FY_ENTRY_ACCESSED;
  faults++;
  if (p->frame_of[page] < 0) {
    const int frame = take_frame();
    memcpy(frames[frame], backing[process][page], FY_PAGE_BYTES);
    owner[frame].process = (int)process;
    owner[frame].page = (int)page;
    p->frame_of[page] = frame;
  } else if (write) {
    made_dirty++;
  }
  fy_entry* entry = entry_of(process, page);
  if (write || (*entry & FY_ENTRY_DIRTY) != 0) rights |= FY_ENTRY_DIRTY;
  *entry = fy_leaf((uintptr_t)frames[p->frame_of[page]], rights);
  return 0;
}

static void create(unsigned number) {
  struct process* p = &processes[number];
  p->space = fy_space_create((uint16_t)(number + 1));
  p->copy.registers[4] = FY_COPY_TARGET_ALLOCATE;
  for (unsigned i = 0; i < PAGES; i++) p->frame_of[i] = -1;
  *fy_space_entry(&p->space, TEXT, 1) = fy_leaf(
      TEXT, FY_ENTRY_READ | FY_ENTRY_EXECUTE | FY_ENTRY_USER | FY_ENTRY_ACCESSED | FY_ENTRY_GLOBAL);
  for (unsigned i = 0; i < 2; i++) {
    *fy_space_entry(&p->space, JOB + i * FY_PAGE_BYTES, 0) = fy_leaf(
        (uintptr_t)private_pages[number][i],
        FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_USER | FY_ENTRY_ACCESSED | FY_ENTRY_DIRTY);
  }
  p->job = (struct job*)private_pages[number][0];
  p->job->seed = 77 + number;
  p->context.x[0] = (uintptr_t)work;
  p->context.x[FY_REGISTER_A0] = JOB;
  p->context.x[FY_REGISTER_SP] = JOB + 2 * FY_PAGE_BYTES;
  p->context.status = FY_STATUS_USER;
  p->context.satp = fy_space_satp(&p->space);
}

// The next process that is not done, and its state of the engine.
static unsigned other(unsigned now) {
  unsigned next = now;
  do next = (next + 1) % PROCESSES;
  while (processes[next].done && next != now);
  if (next == now) return now;
  fy_copy_save(&processes[now].copy);
  stopped_copies += processes[now].copy.cursor[3] != 0;
  fy_copy_restore(&processes[next].copy);
  switches++;
  return next;
}

int main(void) {
  fy_paging_pool(tables, sizeof tables);
  for (unsigned i = 0; i < FRAMES; i++) owner[i].process = -1;
  for (unsigned i = 0; i < PROCESSES; i++) create(i);
  fy_fence_all();
  SET_CSR("mie", 1u << 7);
  unsigned now = 0, left = PROCESSES;
  fy_copy_restore(&processes[now].copy);
  while (left != 0) {
    struct fy_context* context = &processes[now].context;
    // Often short enough to fall into a copy.
    const uint64_t span = random_of(&kernel_seed) % 2 ? 300 : 4000;
    TIMER_COMPARE = TIMER_NOW + 50 + random_of(&kernel_seed) % span;
    const uint64_t cause = fy_run(context);
    const uint64_t value = READ_CSR("mtval");
    int change = random_of(&kernel_seed) % 4 == 0;
    if (cause == INTERRUPT_TIMER) {
      change = 1;
    } else if (cause == 13 || cause == 15) {
      if (page_in(now, value, cause == 15) != 0) {
        printf("process %u: cause %lu at %#lx, address %#lx\n", now, (unsigned long)cause,
               (unsigned long)context->x[0], (unsigned long)value);
        return 1;
      }
    } else if (cause == 8 && context->x[FY_REGISTER_A7] == CALL_PAGE_IN) {
      context->x[0] += 4;
      context->x[FY_REGISTER_A0] =
          (uint64_t)page_in(now, context->x[FY_REGISTER_A0], context->x[FY_REGISTER_A1] != 0);
    } else if (cause == 8 && context->x[FY_REGISTER_A7] == CALL_EXIT) {
      processes[now].done = 1;
      left--;
      change = 1;
    } else {
      printf("process %u: cause %#lx at %#lx, value %#lx\n", now, (unsigned long)cause,
             (unsigned long)context->x[0], (unsigned long)value);
      return 1;
    }
    if (change && left != 0) now = other(now);
  }
  for (unsigned i = 0; i < PROCESSES; i++) {
    const struct job* job = processes[i].job;
    printf("process %u: copies %lu repeats %lu wrong_bytes %lu gave_up %lu\n", i,
           (unsigned long)job->copies, (unsigned long)job->repeats, (unsigned long)job->wrong_bytes,
           (unsigned long)job->gave_up);
    CHECK(job->copies == ROUNDS && job->wrong_bytes == 0 && job->gave_up == 0);
  }
  printf("evictions %u switches %u stopped_copies %u faults %u made_dirty %u\n", evictions,
         switches, stopped_copies, faults, made_dirty);
  CHECK(evictions > 50 && switches > 20 && stopped_copies > 5 && made_dirty > 5);
  return 0;
}

#else

int main(void) { return 0; }

#endif
