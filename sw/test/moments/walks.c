// SPDX-License-Identifier: Apache-2.0

/// Interrupts while loads, stores, AMOs and fetches of supervisor mode wait for walks; a page that
/// another hart takes away while this one walks to it.

#include "moments.h"

#if __riscv_xlen == 64

#define CALL_SUPERVISOR 9u
#define TIMER (CAUSE_INTERRUPT | 7)
#define SOFTWARE (CAUSE_INTERRUPT | 3)
#define ROUNDS 24u
#define CHANGES 30u
#define POISON 0xdeadul
#define MOVED (SOURCE + 40 * GIGABYTE)
#define RETURN 0x00008067u

// touch(pages, n): adds one to the first three words of each page, and calls its last 4 bytes.
extern const uint32_t touch[], touch_load[], touch_amo[], touch_store[], touch_call[];
__asm__(
    ".section .text.touch, \"ax\"\n.option push\n.option arch, +a\n.balign 64\n"
    ".globl touch, touch_load, touch_amo, touch_store, touch_call\n"
    "touch:\n li t4, 1\n slli t3, a2, 0\n"
    "1: beqz a1, 2f\n"
    "touch_load: ld t0, 0(a0)\n addi t0, t0, 1\n"
    "touch_store: sd t0, 0(a0)\n add t1, a0, a3\n addi t2, t1, 8\n"
    "touch_amo: amoadd.d zero, t4, (t2)\n add t1, a0, a4\n"
    "touch_call: jalr ra, 0(t1)\n"
    " add a0, a0, a2\n addi a1, a1, -1\n j 1b\n"
    "2: ecall\n.option pop\n"
    ".section .text.look, \"ax\"\n.balign 64\n.globl look\n"
    // look(page, n): walks again and again; ends at once when it finds a poisoned page.
    "look: li t0, 0xdead\n"
    "3: sfence.vma a0, zero\n ld t1, 0(a0)\n beq t1, t0, 4f\n ld t1, 2040(a0)\n beq t1, t0, 4f\n"
    " addi a1, a1, -1\n bnez a1, 3b\n"
    "4: ecall\n");
extern const uint32_t look[];

static volatile int stop;

// Another hart that wakes hart 0 at random.
static void ring(uintptr_t seed) {
  while (!stop) {
    seed = seed * 6364136223846793005ul + 1;
    wait_cycles(seed >> 33 & 511);
    SOFTWARE_INTERRUPT[0] = 1;
  }
}

static void run_round(struct fy_context* context, uint64_t* seed, unsigned* seen) {
  for (;;) {
    *seed = *seed * 6364136223846793005ul + 1;
    TIMER_COMPARE = TIMER_NOW + 60 + (*seed >> 33) % 300;
    const uint64_t cause = fy_run(context);
    if (cause == CALL_SUPERVISOR) return;
    const uintptr_t pc = context->x[0];
    if (cause == SOFTWARE) SOFTWARE_INTERRUPT[0] = 0;
    if (cause != TIMER && cause != SOFTWARE) {
      printf("cause %#lx at %#lx, value %#lx\n", (unsigned long)cause, (unsigned long)pc,
             (unsigned long)READ_CSR("mtval"));
    }
    CHECK(cause == TIMER || cause == SOFTWARE);
    // The only instructions that wait; each page is new in this round.
    seen[0] += pc == (uintptr_t)touch_load;
    seen[1] += pc == (uintptr_t)touch_amo;
    seen[2] += pc >= SOURCE;
    seen[3] += cause == SOFTWARE;
  }
}

void interrupted_walks(unsigned harts) {
  static struct fy_context context;
  unsigned seen[4] = {0};
  uint64_t seed = 99;
  for (unsigned i = 0; i < PAGES; i++) {
    fill(source_frames[i], 0, 64);
    fill(target_frames[i], 0, 64);
    *(volatile uint32_t*)(source_frames[i] + 128) = RETURN;
    // The same frame behind another page, to be executed.
    *fy_space_entry(&space, SOURCE + i * STRIDE + 16 * FY_PAGE_BYTES, 0) =
        fy_leaf((uintptr_t)source_frames[i], RIGHTS | FY_ENTRY_EXECUTE);
  }
  __asm__ volatile("fence.i" ::: "memory");
  SET_CSR("mie", 1u << 7 | 1u << 3);
  stop = 0;
  if (harts > 1) fy_start_hart(1, ring, 5);
  for (unsigned round = 0; round < ROUNDS; round++) {
    make_cold();
    context.x[0] = (uintptr_t)touch;
    context.x[FY_REGISTER_A0] = SOURCE;
    context.x[FY_REGISTER_A1] = PAGES;
    context.x[FY_REGISTER_A1 + 1] = STRIDE;
    context.x[FY_REGISTER_A1 + 2] = TARGET - SOURCE;
    context.x[FY_REGISTER_A1 + 3] = 16 * FY_PAGE_BYTES + 128;
    context.status = FY_STATUS_SUPERVISOR;
    context.satp = fy_space_satp(&space);
    run_round(&context, &seed, seen);
    CHECK(context.x[0] != 0 && context.x[FY_REGISTER_A1] == 0);
  }
  stop = 1;
  if (harts > 1) fy_wait_hart(1);
  SOFTWARE_INTERRUPT[0] = 0;
  TIMER_COMPARE = NEVER;
  CLEAR_CSR("mie", 1u << 7 | 1u << 3);
  for (unsigned i = 0; i < PAGES; i++) {
    CHECK(*(uint64_t*)source_frames[i] == ROUNDS);
    CHECK(*(uint64_t*)(target_frames[i] + 8) == ROUNDS);
  }
  printf("interrupts at a load %u, at an AMO %u, at a fetch %u; by software %u\n", seen[0], seen[1],
         seen[2], seen[3]);
  CHECK(seen[0] > ROUNDS / 4 && seen[1] > ROUNDS / 4 && seen[2] > ROUNDS / 4);
  CHECK(harts == 1 || seen[3] > ROUNDS / 4);
}

// ---- a table changed by another hart ----------------------------------------------------------

static uint64_t frames[2][FY_PAGE_BYTES / 8] __attribute__((aligned(4096)));
static volatile unsigned asked __attribute__((aligned(64)));
static volatile unsigned fenced __attribute__((aligned(64)));
static fy_entry* entry;

// New frame, entry, request to hart 0 to fence; then no load may see the old frame.
static void change(uintptr_t seed) {
  for (unsigned turn = 1; turn <= CHANGES; turn++) {
    uint64_t* fresh = frames[turn & 1];
    for (unsigned i = 0; i < FY_PAGE_BYTES / 8; i++) fresh[i] = turn;
    fy_fence();
    *entry = fy_leaf((uintptr_t)fresh, RIGHTS);
    fy_fence();
    asked = turn;
    SOFTWARE_INTERRUPT[0] = 1;
    while (fenced != turn) {
    }
    fy_fence();
    uint64_t* old = frames[(turn & 1) ^ 1];
    for (unsigned i = 0; i < FY_PAGE_BYTES / 8; i++) old[i] = POISON;
    seed = seed * 6364136223846793005ul + 1;
    wait_cycles(seed >> 33 & 1023);
  }
}

void changed_by_another(unsigned harts) {
  static struct fy_context context;
  unsigned copies = 0, looks = 0;
  if (harts == 1) return;
  entry = fy_space_entry(&space, MOVED, 0);
  fill(frames, 0, sizeof frames);
  *entry = fy_leaf((uintptr_t)frames[0], RIGHTS);
  fenced = asked = 0;
  fy_fence_all();
  SET_CSR("mie", 1u << 3);
  fy_start_hart(1, change, 3);
  context.x[FY_REGISTER_A1] = 0;
  while (fenced != CHANGES) {
    if (context.x[FY_REGISTER_A1] == 0) {
      // The engine of hart 0 reads the page as well.
      fill(target_frames[0], 0, FY_PAGE_BYTES);
      enter();
      fy_copy_engine_start((void*)TARGET, (const void*)(MOVED), FY_PAGE_BYTES);
      leave();
      context.x[0] = (uintptr_t)look;
      context.x[FY_REGISTER_A0] = MOVED;
      context.x[FY_REGISTER_A1] = 20;
      context.status = FY_STATUS_SUPERVISOR;
      context.satp = fy_space_satp(&space);
    }
    const uint64_t cause = fy_run(&context);
    if (cause == SOFTWARE) {
      SOFTWARE_INTERRUPT[0] = 0;
      const unsigned now = asked;
      fy_fence_all();
      fenced = now;
    } else {
      CHECK(cause == CALL_SUPERVISOR && context.x[FY_REGISTER_A1] == 0);  // no poison
      CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
      for (unsigned i = 0; i < FY_PAGE_BYTES / 8; i++) {
        CHECK(((uint64_t*)target_frames[0])[i] != POISON);
      }
      copies++;
      looks += 20;
    }
  }
  fy_wait_hart(1);
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
  CLEAR_CSR("mie", 1u << 3);
  printf("changes %u during %u looks and %u copies\n", CHANGES, looks, copies);
  CHECK(copies > CHANGES / 4);
}

#endif
