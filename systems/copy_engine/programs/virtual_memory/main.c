// SPDX-License-Identifier: Apache-2.0

/// What translation costs; README.md has the commands.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fy_context.h"
#include "fy_copy_engine.h"
#include "fy_counters.h"
#include "fy_paging.h"
#include "fy_platform.h"
#include "fy_script.h"

#if __riscv_xlen == 64

#define GUARD 64u
#define FILL 0x5au
#define HOPS 32
#define ARENA_PAGES 80u
#define MEGAPAGE_BYTES (1ul << 21)
#define GIGABYTE (1ul << 30)
// The entries of both arenas, of all levels, lie in different sets of the L1.
#define SOURCE_VIRTUAL (64 * GIGABYTE + 8 * MEGAPAGE_BYTES + 16 * FY_PAGE_BYTES)
#define TARGET_VIRTUAL (80 * GIGABYTE + 24 * MEGAPAGE_BYTES + 40 * FY_PAGE_BYTES)
#define ALIGN_UP(x, to) (((x) + (to)-1) & ~(uintptr_t)((to)-1))
#define RIGHTS (FY_ENTRY_READ | FY_ENTRY_WRITE | FY_ENTRY_ACCESSED | FY_ENTRY_DIRTY)
#define CAUSE_CALL_SUPERVISOR 9u

static uint8_t tables[24][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uint8_t stack[2][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static uintptr_t lines[HOPS][8] __attribute__((aligned(64)));
static struct fy_space space;
static const char* payload;
static uintptr_t source_arena, target_arena;

static inline uint64_t cycles(void) {
  uint64_t value;
  __asm__ volatile("rdcycle %0" : "=r"(value)::"memory");
  return value;
}

static void fail(const char* what, const char* value) {
  printf("virtual_memory: %s: %s\n", what, value);
  exit(2);
}

static uint64_t counter(enum fy_counter number) {
  *(volatile uint64_t*)FY_COUNTER_CONTROL = FY_COUNTER_CONTROL_SNAPSHOT;
  return ((volatile uint64_t*)FY_COUNTER_VALUES)[number];
}

// ---- supervisor mode --------------------------------------------------------------------------

// Runs function(a, b, c) in supervisor mode and returns its value.
static uint64_t supervise(int translated, uint64_t (*function)(uint64_t, uint64_t, uint64_t),
                          uint64_t a, uint64_t b, uint64_t c) {
  static struct fy_context context;
  static const uint32_t call[] __attribute__((section(".text"))) = {0x00000073};  // ecall
  context.x[0] = (uintptr_t)function;
  context.x[1] = (uintptr_t)call;
  context.x[FY_REGISTER_SP] = (uintptr_t)stack + sizeof stack;
  context.x[FY_REGISTER_A0] = a;
  context.x[FY_REGISTER_A1] = b;
  context.x[FY_REGISTER_A1 + 1] = c;
  context.status = FY_STATUS_SUPERVISOR;
  context.satp = translated ? fy_space_satp(&space) : 0;
  const uint64_t cause = fy_run(&context);
  if (cause != CAUSE_CALL_SUPERVISOR) {
    printf("virtual_memory: cause %lu at %#lx\n", (unsigned long)cause,
           (unsigned long)context.x[0]);
    exit(3);
  }
  return context.x[FY_REGISTER_A0];
}

static void map_arena(uintptr_t virtual_address, uintptr_t physical, unsigned rights) {
  for (unsigned i = 0; i < ARENA_PAGES; i++) {
    fy_entry* entry = fy_space_entry(&space, virtual_address + i * FY_PAGE_BYTES, 0);
    if (entry == NULL) fail("page tables", "the pool is too small");
    *entry = rights == 0 ? 0 : fy_leaf(physical + i * FY_PAGE_BYTES, rights);
  }
}

static int translation_of(const char* line) {
  char text[8];
  fy_script_text(line, "translation", text, sizeof(text));
  return strcmp(text, "sv39") == 0;
}

// ---- measured code, in supervisor mode --------------------------------------------------------

static __attribute__((noinline)) uint64_t copy(uint64_t target, uint64_t source, uint64_t bytes) {
  const uint64_t before = cycles();
  const enum fy_copy_status status =
      fy_copy_engine_memcpy((void*)target, (const void*)source, bytes);
  const uint64_t taken = cycles() - before;
  return status == FY_COPY_DONE ? taken : ~0ul;
}

static uint64_t begin(uint64_t target, uint64_t source, uint64_t bytes) {
  fy_copy_engine_start((void*)target, (const void*)source, bytes);
  return fy_copy_engine_wait();
}

static uint64_t resume(uint64_t a, uint64_t b, uint64_t c) {
  (void)a, (void)b, (void)c;
  fy_copy_engine_resume();
  return fy_copy_engine_wait();
}

#define REPEAT4(x) x x x x
#define REPEAT32(x) \
  REPEAT4(x) REPEAT4(x) REPEAT4(x) REPEAT4(x) REPEAT4(x) REPEAT4(x) REPEAT4(x) REPEAT4(x)

static __attribute__((noinline)) uint64_t chain(uint64_t pointer, uint64_t b, uint64_t c) {
  (void)b, (void)c;
  const uint64_t before = cycles();
  __asm__ volatile(REPEAT32("ld %0, 0(%0)\n") "add zero, %0, %0" : "+r"(pointer)::"memory");
  return cycles() - before;
}

static __attribute__((noinline)) uint64_t moves(uint64_t pointer, uint64_t b, uint64_t c) {
  (void)b, (void)c;
  const uint64_t before = cycles();
  __asm__ volatile(REPEAT32("addi %0, %0, 0\n") "add zero, %0, %0" : "+r"(pointer)::"memory");
  return cycles() - before;
}

// ---- commands ---------------------------------------------------------------------------------

static void fill(uint8_t* bytes, size_t size) {
  volatile uint64_t* word = (volatile uint64_t*)bytes;
  for (size_t i = 0; i < size / 8; i++) word[i] = FILL * 0x0101010101010101u;
}

static void report(const char* line) { printf("FY %.*s", (int)strcspn(line, "\n"), line); }

static void run(const char* line) {
  const size_t bytes = fy_script_number(line, "size", 0);
  const size_t from = fy_script_number(line, "source_offset", 0);
  const size_t to = fy_script_number(line, "target_offset", 0) + FY_PAGE_BYTES;
  const int translated = translation_of(line);
  if (bytes + to + GUARD > ARENA_PAGES * FY_PAGE_BYTES) fail("too many bytes", line);
  uint8_t* source = (uint8_t*)source_arena + from;
  uint8_t* target = (uint8_t*)target_arena + to;
  memcpy(source, payload, bytes);
  map_arena(SOURCE_VIRTUAL, source_arena, RIGHTS);
  map_arena(TARGET_VIRTUAL, target_arena, RIGHTS);
  const uint64_t a = translated ? TARGET_VIRTUAL + to : (uintptr_t)target;
  const uint64_t b = translated ? SOURCE_VIRTUAL + from : (uintptr_t)source;
  supervise(translated, copy, a, b, bytes < 1024 ? bytes : 1024);
  fill((uint8_t*)target_arena, ALIGN_UP(to + bytes + GUARD, 8));
  fy_host_residency(source, bytes, FY_RESIDENT_L2);
  fy_host_residency(target - GUARD, bytes + 2 * GUARD, FY_RESIDENT_L2);
  fy_fence();
  fy_fence_all();
  const uint64_t taken = supervise(translated, copy, a, b, bytes);
  report(line);
  printf(" resident=l2 bytes=%lu cycles=%lu wrong=%lu\n", (unsigned long)bytes,
         (unsigned long)taken, (unsigned long)fy_host_compare(target, payload, bytes, GUARD, FILL));
}

static void load_use(const char* line) {
  const int translated = translation_of(line);
  for (unsigned word = 0; word < 8; word++) {
    for (unsigned i = 0; i < HOPS; i++) lines[i][word] = (uintptr_t)&lines[(i + 1) % HOPS][word];
    fy_fence();
    const uint64_t first = (uintptr_t)&lines[0][word];
    for (unsigned i = 0; i < 2; i++) supervise(translated, chain, first, 0, 0);
    supervise(translated, moves, 0, 0, 0);
    const uint64_t base = supervise(translated, moves, 0, 0, 0);
    const uint64_t taken = supervise(translated, chain, first, 0, 0);
    report(line);
    printf(" resident=l1 word=%u hops=%d cycles=%lu base=%lu\n", word, HOPS, (unsigned long)taken,
           (unsigned long)base);
  }
}

static void launch(const char* line) {
  map_arena(SOURCE_VIRTUAL, source_arena, RIGHTS);
  map_arena(TARGET_VIRTUAL, target_arena, RIGHTS);
  fy_fence_all();
  uint64_t taken = 0;
  for (unsigned i = 0; i < 2; i++) {
    taken = supervise(1, copy, TARGET_VIRTUAL, SOURCE_VIRTUAL, 64);
  }
  report(line);
  printf(" bytes=64 cycles=%lu\n", (unsigned long)taken);
}

static void resume_after_faults(const char* line) {
  enum { Pages = 8 };
  char fence[8];
  fy_script_text(line, "fence", fence, sizeof(fence));
  const int all = strcmp(fence, "all") == 0;
  const size_t bytes = Pages * FY_PAGE_BYTES;
  memcpy((void*)source_arena, payload, bytes);
  fill((uint8_t*)target_arena, bytes + 2 * FY_PAGE_BYTES);
  map_arena(SOURCE_VIRTUAL, source_arena, 0);
  map_arena(TARGET_VIRTUAL, target_arena, 0);
  fy_fence_all();
  const uint64_t blocks = counter(FY_COUNTER_ENGINE_PUT_BLOCKS);
  const uint64_t puts = counter(FY_COUNTER_ENGINE_PUTS);
  uint64_t status = supervise(1, begin, TARGET_VIRTUAL + FY_PAGE_BYTES, SOURCE_VIRTUAL, bytes);
  unsigned faults = 0;
  for (; status != FY_COPY_DONE && faults < 100; faults++) {
    const uintptr_t page = (uintptr_t)fy_copy_engine_read(FY_COPY_PAGE) * FY_PAGE_BYTES;
    const int at_target = status == FY_COPY_TARGET_PAGE_FAULT;
    const uintptr_t first = at_target ? TARGET_VIRTUAL : SOURCE_VIRTUAL;
    const uintptr_t arena = at_target ? target_arena : source_arena;
    if (page - first >= ARENA_PAGES * FY_PAGE_BYTES) fail("fault outside the arenas", line);
    *fy_space_entry(&space, page, 0) = fy_leaf(arena + (page - first), RIGHTS);
    if (all) {
      fy_fence_all();
    } else {
      fy_fence_page(page, space.asid);
    }
    status = supervise(1, resume, 0, 0, 0);
  }
  const uint64_t written = 64 * (counter(FY_COUNTER_ENGINE_PUT_BLOCKS) - blocks) +
                           counter(FY_COUNTER_ENGINE_PUTS) - puts;
  report(line);
  printf(" bytes=%lu faults=%u repeated=%ld wrong=%lu\n", (unsigned long)bytes, faults,
         (long)(written - bytes),
         (unsigned long)fy_host_compare((uint8_t*)target_arena + FY_PAGE_BYTES, payload, bytes,
                                        GUARD, FILL));
}

static volatile uint64_t transfer[8];

static void load_lines(uintptr_t first) {
  volatile uint64_t* line = (volatile uint64_t*)first;
  for (unsigned i = 0; i < 8; i++) {
    uint64_t value = (uintptr_t)&line[8 * i];
    const uint64_t before = cycles();
    __asm__ volatile("ld %0, 0(%0)\nadd zero, %0, %0" : "+r"(value)::"memory");
    transfer[i] = cycles() - before;
  }
}

static void dirty_transfer(const char* line) {
  if (fy_harts() < 2) fail("needs two harts", "--set num_harts=2");
  static uint64_t data[64] __attribute__((aligned(64)));
  uint64_t found[3][8];
  // Pass 0 brings the code, 1 what a hit costs, 2 loads what this hart has just written.
  for (unsigned pass = 0; pass < 3; pass++) {
    if (pass == 2) {
      for (unsigned i = 0; i < 64; i++) data[i] = i;
      fy_fence();
    }
    fy_start_hart(1, load_lines, (uintptr_t)data);
    fy_wait_hart(1);
    for (unsigned i = 0; i < 8; i++) found[pass][i] = transfer[i];
  }
  // The first line may meet a miss of the code.
  for (unsigned i = 1; i < 8; i++) {
    report(line);
    printf(" word=%u hops=1 cycles=%lu base=%lu\n", i, (unsigned long)found[2][i],
           (unsigned long)found[1][i]);
  }
}

int main(void) {
  struct fy_script script = fy_script_open("virtual_memory");
  payload = script.payload;
  source_arena = ALIGN_UP((uintptr_t)script.end, 1u << 20) + (1u << 20);
  target_arena = ALIGN_UP(source_arena + ARENA_PAGES * FY_PAGE_BYTES, 1u << 20) + 8192;
  fy_paging_pool(tables, sizeof tables);
  space = fy_space_create(1);
  *fy_space_entry(&space, 0, 2) = fy_leaf(0, RIGHTS | FY_ENTRY_GLOBAL);
  *fy_space_entry(&space, 2 * GIGABYTE, 2) =
      fy_leaf(2 * GIGABYTE, RIGHTS | FY_ENTRY_EXECUTE | FY_ENTRY_GLOBAL);
  __asm__ volatile("csrw mcounteren, %0" ::"r"(7ul));
  fy_fence_all();
  for (; fy_script_more(&script); fy_script_next(&script)) {
    if (fy_script_is(script.line, "run")) {
      run(script.line);
    } else if (fy_script_is(script.line, "load_use")) {
      load_use(script.line);
    } else if (fy_script_is(script.line, "launch")) {
      launch(script.line);
    } else if (fy_script_is(script.line, "resume")) {
      resume_after_faults(script.line);
    } else if (fy_script_is(script.line, "dirty_transfer")) {
      dirty_transfer(script.line);
    } else if (*script.line != '\n') {
      fail("unknown command", "run, load_use, launch, resume or dirty_transfer expected");
    }
  }
  return 0;
}

#else

int main(void) { return 0; }

#endif
