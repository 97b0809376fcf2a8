// SPDX-License-Identifier: Apache-2.0

/// Processes with demand paging, in machine mode.

#include "ownership.h"

#if __riscv_xlen == 64

#define PIECES (FY_COPY_STARTED_MAX + 2u)
#define RIGHTS (FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_USER | FY_ENTRY_ACCESSED | FY_ENTRY_DIRTY)

struct process processes[2];
uint8_t spares[SPARES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t source_frames[2][PAGES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t target_frames[2][PAGES][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t private_pages[2][2][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t tables[16][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static unsigned spare;

void leave_program(void) {
  for (;;) __asm__ volatile("ecall" ::: "memory");
}

void copy_job(struct job* job) {
  fy_copy_use_engine(&job->copier, 1);
  job->result = fy_copy_by(&job->copier, job->target, job->source, job->bytes);
  leave_program();
}

void list_job(struct job* job) {
  struct fy_copy_piece pieces[PIECES];
  const size_t each = job->bytes / PIECES;
  for (unsigned i = 0; i < PIECES; i++) {
    pieces[i].target = (uint8_t*)job->target + i * each;
    pieces[i].source = (const uint8_t*)job->source + i * each;
    pieces[i].bytes = i + 1 < PIECES ? each : job->bytes - i * each;
  }
  fy_copy_use_engine(&job->copier, 1);
  job->result = fy_copy_list(&job->copier, pieces, PIECES);
  leave_program();
}

fy_entry* target_entry(struct process* process, unsigned page) {
  return fy_space_entry(&process->space, TARGET + page * FY_PAGE_BYTES, 0);
}

void create_process(unsigned number) {
  struct process* p = &processes[number];
  if (number == 0) fy_paging_pool(tables, sizeof tables);
  p->space = fy_space_create((uint16_t)(number + 1));
  p->source = source_frames[number];
  p->target = target_frames[number];
  *fy_space_entry(&p->space, TEXT, 1) = fy_leaf(
      TEXT, FY_ENTRY_READ | FY_ENTRY_EXECUTE | FY_ENTRY_USER | FY_ENTRY_ACCESSED | FY_ENTRY_GLOBAL);
  for (unsigned i = 0; i < 2; i++) {
    *fy_space_entry(&p->space, JOB + i * FY_PAGE_BYTES, 0) =
        fy_leaf((uintptr_t)private_pages[number][i], RIGHTS);
  }
  p->job = (struct job*)private_pages[number][0];
}

void reset_process(struct process* p, unsigned seed, size_t bytes) {
  for (unsigned page = 0; page < PAGES; page++) {
    p->frame_of[page] = p->target[page];
    p->present[page] = 1;
    *fy_space_entry(&p->space, SOURCE + page * FY_PAGE_BYTES, 0) =
        fy_leaf((uintptr_t)p->source[page], RIGHTS & ~FY_ENTRY_WRITE);
    *target_entry(p, page) = fy_leaf((uintptr_t)p->target[page], RIGHTS);
  }
  spare = 0;
  // Both ends cross pages, at places of their own.
  const uintptr_t from = FY_PAGE_BYTES - 203, to = FY_PAGE_BYTES - 96;
  for (uintptr_t i = from & ~7ul; i < from + bytes; i += 8)
    *(uint64_t*)(p->source[0] + i) = (seed + i) * 0x9e3779b97f4a7c15ul ^ i << 53;
  fy_host_fill(p->target, PAGES * FY_PAGE_BYTES, FILL);
  *p->job = (struct job){.target = (void*)(TARGET + to),
                         .source = (const void*)(SOURCE + from),
                         .bytes = bytes,
                         .result = -1};
}

void begin_process(struct process* p, void (*program)(struct job*)) {
  p->context = (struct fy_context){.status = FY_STATUS_USER, .satp = fy_space_satp(&p->space)};
  p->context.x[0] = (uintptr_t)program;
  p->context.x[FY_REGISTER_A0] = JOB;
  p->context.x[FY_REGISTER_SP] = JOB + 2 * FY_PAGE_BYTES;
}

// A target page that may not be written becomes a copy of its own: the frame was shared.
static int page_in(struct process* p, uintptr_t address, int write) {
  const unsigned page = (unsigned)(address / FY_PAGE_BYTES % (0x200000 / FY_PAGE_BYTES));
  if (page >= PAGES) return 1;
  if (address >= TARGET && write) {
    uint8_t* const fresh = spares[spare++];
    for (size_t i = 0; i < FY_PAGE_BYTES; i += 8)
      *(uint64_t*)(fresh + i) = *(uint64_t*)(p->frame_of[page] + i);
    p->frame_of[page] = fresh;
    *target_entry(p, page) = fy_leaf((uintptr_t)fresh, RIGHTS);
    return 0;
  }
  if (address >= TARGET || write || p->present[page]) return 1;
  p->present[page] = 1;
  *fy_space_entry(&p->space, SOURCE + page * FY_PAGE_BYTES, 0) =
      fy_leaf((uintptr_t)p->source[page], RIGHTS & ~FY_ENTRY_WRITE);
  return 0;
}

int run_process(struct process* p) {
  for (;;) {
    const uint64_t cause = fy_run(&p->context);
    const uintptr_t value = READ_CSR("mtval");
    if (cause == INTERRUPT_TIMER) return 1;
    if (cause == CAUSE_CALL) return 0;
    const int page_fault = cause == CAUSE_LOAD_PAGE || cause == CAUSE_STORE_PAGE;
    if (!page_fault || page_in(p, value, cause == CAUSE_STORE_PAGE) != 0) {
      printf("cause %#lx at %#lx, value %#lx\n", (unsigned long)cause,
             (unsigned long)p->context.x[0], (unsigned long)value);
      exit(1);
    }
  }
}

unsigned long wrong_bytes(const struct process* p) {
  const struct job* job = p->job;
  const uintptr_t begin = (uintptr_t)job->target - TARGET, end = begin + job->bytes;
  const uint8_t* const source = p->source[0] + ((uintptr_t)job->source - SOURCE);
  unsigned long wrong = 0;
  for (unsigned page = 0; page < PAGES; page++) {
    const uintptr_t low = page * FY_PAGE_BYTES, high = low + FY_PAGE_BYTES;
    const uintptr_t first = begin > low ? begin : low, last = end < high ? end : high;
    const uint8_t* const frame = p->frame_of[page];
    if (first >= last) continue;
    wrong += fy_host_compare(frame + (first - low), source + (first - begin), last - first, 0, 0);
    for (uintptr_t i = 0; i < 32; i++) {
      if (first == begin && first - low > i) wrong += frame[first - low - 1 - i] != FILL;
      if (last == end && last + i < high) wrong += frame[last - low + i] != FILL;
    }
  }
  return wrong;
}

#endif
