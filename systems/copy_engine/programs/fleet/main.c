// SPDX-License-Identifier: Apache-2.0

/// Many independent copies in a row, walked from a list; README.md has the commands.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fy_copy_engine.h"
#include "fy_counters.h"
#include "fy_platform.h"
#include "fy_script.h"
#include "movers.h"

#define GUARD 64u
#define LINE 64u
#define QUEUED_MAX 256u
#define WARM_COPIES 24u
#define WARM_BYTES 1024u
#define ALIGN_UP(x, to) (((x) + (to)-1) & ~(uintptr_t)((to)-1))
#define NEVER (~(uint32_t)0)

typedef int mover_t(void* target, const void* source, size_t bytes);
struct copy;
typedef int walk_t(const struct copy* at, const struct copy* end, mover_t* scalar,
                   size_t threshold);

/// Addresses below 4 GB. In the payload they are offsets in the arenas.
struct copy {
  uint32_t source;
  uint32_t target;
  uint32_t bytes;
};

static const uint32_t bin_first[] = {0, 1, 17, 65, 1025, NEVER};
#define BINS (sizeof(bin_first) / sizeof(bin_first[0]) - 1)

static const char* payload;
static size_t payload_bytes;
static uintptr_t target_arena;
static struct copy queued_list[QUEUED_MAX];
static struct copy warm_list[WARM_COPIES];
static uint8_t warm_bytes[2][WARM_BYTES + LINE] __attribute__((aligned(64)));

static void fail(const char* what, const char* value) {
  printf("fleet: %s %s\n", what, value);
  exit(2);
}

// The measured loop, the same for all movers: a copy shorter than `threshold` by the processor, any
// other by the engine; one FENCE at the end.
static __attribute__((noinline)) int walk_queued(const struct copy* at, const struct copy* end,
                                                 mover_t* scalar, size_t threshold) {
  fy_copy_engine_one_segment();
  for (; at != end; at++) {
    void* const target = (void*)(uintptr_t)at->target;
    const void* const source = (const void*)(uintptr_t)at->source;
    const size_t bytes = at->bytes;
    if (bytes < threshold) {
      scalar(target, source, bytes);
    } else {
      fy_copy_engine_next(target, source, bytes);
    }
  }
  return fy_copy_engine_wait();
}

// The same, but the processor waits for each copy of the engine before it goes on.
static __attribute__((noinline)) int walk_waiting(const struct copy* at, const struct copy* end,
                                                  mover_t* scalar, size_t threshold) {
  int status = 0;
  for (; at != end; at++) {
    int one =
        at->bytes < threshold
            ? scalar((void*)(uintptr_t)at->target, (const void*)(uintptr_t)at->source, at->bytes)
            : (int)fy_copy_engine_memcpy((void*)(uintptr_t)at->target,
                                         (const void*)(uintptr_t)at->source, at->bytes);
    if (one != 0) status = one;
  }
  return status;
}

// The processor reads each word of all targets.
static __attribute__((noinline)) uintptr_t read_targets(const struct copy* at,
                                                        const struct copy* end) {
  uintptr_t sum = 0;
  for (; at != end; at++) {
    const volatile uintptr_t* word =
        (const volatile uintptr_t*)(at->target & ~(uintptr_t)(sizeof(*word) - 1));
    const uintptr_t last = (uintptr_t)at->target + at->bytes;
    for (; (uintptr_t)word < last; word++) sum += *word;
  }
  return sum;
}

// Code and branches of every path, over lines of their own.
static void warm(walk_t* walk, mover_t* scalar, size_t threshold) {
  for (unsigned i = 0; i < WARM_COPIES; i++) {
    static const uint16_t sizes[] = {0, 5, 8, 16, 21, 40, 64, 200, 333, 1024};
    warm_list[i].source = (uint32_t)(uintptr_t)warm_bytes[0] + (i % 3) * 5;
    warm_list[i].target = (uint32_t)(uintptr_t)warm_bytes[1] + (i & 1) * 3;
    warm_list[i].bytes = sizes[i % (sizeof(sizes) / sizeof(sizes[0]))];
  }
  walk(warm_list, warm_list + WARM_COPIES, scalar, threshold);
  walk(warm_list, warm_list + WARM_COPIES, scalar, 1);
  read_targets(warm_list, warm_list + WARM_COPIES);
}

// ---- counters ---------------------------------------------------------------------------------

static const struct {
  const char* name;
  enum fy_counter number;
} counters[] = {
    {"load_misses", FY_COUNTER_DATA_LOAD_MISSES},
    {"store_misses", FY_COUNTER_DATA_STORE_MISSES},
    {"fetch_stalls", FY_COUNTER_FETCH_STALLS},
    {"l2_misses", FY_COUNTER_L2_MISSES},
    {"l2_writebacks", FY_COUNTER_L2_WRITEBACKS},
    {"engine_transfers", FY_COUNTER_ENGINE_TRANSFERS},
    {"engine_busy", FY_COUNTER_ENGINE_BUSY_CYCLES},
    {"mover_cycles", FY_COPY_MOVER_CYCLES},
    {"engine_puts", FY_COUNTER_ENGINE_PUTS},
    {"engine_gets", FY_COUNTER_ENGINE_GETS},
};
#define COUNTERS (sizeof(counters) / sizeof(counters[0]))

static void read_counters(uint64_t* values) {
  fy_fence();
  *(volatile uint64_t*)FY_COUNTER_CONTROL = FY_COUNTER_CONTROL_SNAPSHOT;
  fy_fence();
  for (unsigned i = 0; i < COUNTERS; i++) {
    values[i] = ((volatile uint64_t*)FY_COUNTER_VALUES)[counters[i].number];
  }
}

// ---- one measurement --------------------------------------------------------------------------

static mover_t* scalar_of(const char* line, int* by_engine) {
  char name[16];
  fy_script_text(line, "mover", name, sizeof(name));
  *by_engine = strcmp(name, "engine") == 0;
  if (strcmp(name, "scalar_loop") == 0) return scalar_loop;
  if (*by_engine || strcmp(name, "memcpy") == 0) return fy_memcpy_scalar;
  fail("mover must be scalar_loop, memcpy or engine, not", name);
  return NULL;
}

// The copies of a list whose data lies in memory alone. `otherwise` is the threshold when the line
// says none, `shown` what bytes= says; cycles= are those of all, or of `each` copy.
static void measure(const char* line, struct copy* list, size_t copies, size_t otherwise,
                    unsigned long shown, int each) {
  char resident[16];
  fy_script_text(line, "resident", resident, sizeof(resident));
  if (resident[0] != 0 && strcmp(resident, "memory") != 0) {
    fail("resident must be memory, not", resident);
  }
  int by_engine;
  mover_t* const scalar = scalar_of(line, &by_engine);
  // Memory has 32 bits of address, so that nothing is as long as NEVER.
  const size_t threshold = by_engine ? fy_script_number(line, "threshold", otherwise) : NEVER;
  // Independent copies; a program says so once.
  if (fy_script_number(line, "overlap", 1) != 0) {
    fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_OVERLAP);
  } else {
    fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_OVERLAP);
  }
  walk_t* const walk = fy_script_number(line, "fence", 0) != 0 ? walk_waiting : walk_queued;
  char use[16];
  fy_script_text(line, "after", use, sizeof(use));
  const int read = strcmp(use, "read") == 0;
  if (use[0] != 0 && !read && strcmp(use, "untouched") != 0) {
    fail("after must be untouched or read, not", use);
  }
  warm(walk, scalar, threshold);
  // The list stands for values that a program has at hand.
  fy_host_residency(list, copies * sizeof(*list), FY_RESIDENT_L2);
  uint64_t before[COUNTERS], after[COUNTERS];
  read_counters(before);
  const uintptr_t instructions = fy_instructions();
  const uintptr_t start = fy_cycles();
  const int status = walk(list, list + copies, scalar, threshold);
  unsigned long cycles = fy_cycles() - start;
  if (read) {
    read_targets(list, list + copies);
    cycles = fy_cycles() - start;
  }
  const unsigned long retired = fy_instructions() - instructions;
  read_counters(after);

  unsigned long wrong = 0;
  for (size_t i = 0; i < copies; i++) {
    wrong += fy_host_compare((void*)(uintptr_t)list[i].target, (void*)(uintptr_t)list[i].source,
                             list[i].bytes, GUARD, 0);
  }
  printf("FY %.*s bytes=%lu copies=%lu", (int)strcspn(line, "\n"), line, shown,
         (unsigned long)copies);
  if (each) {
    printf(" cycles=%lu.%02lu", cycles / copies, cycles % copies * 100 / copies);
  } else {
    printf(" cycles=%lu", cycles);
  }
  printf(" instructions=%lu wrong=%lu status=%d", retired, wrong, status);
  for (unsigned i = 0; i < COUNTERS; i++) {
    printf(" %s=%lu", counters[i].name, (unsigned long)(after[i] - before[i]));
  }
  printf("\n");
}

// ---- commands ---------------------------------------------------------------------------------

// The list of the payload, or those of its copies that belong to one bin, kept in place.
static void fleet(const char* line) {
  struct copy* const list = (struct copy*)(uintptr_t)payload;
  const size_t all = fy_script_number(line, "copies", 0);
  const size_t bin = fy_script_number(line, "bin", BINS);
  const size_t list_bytes = ALIGN_UP(all * sizeof(*list), LINE);
  if (all == 0 || list_bytes > payload_bytes) {
    fail("the payload is shorter than the list of", "copies=");
  }
  const uintptr_t source_arena = (uintptr_t)payload + list_bytes;
  if (bin > BINS) fail("bin must be", "0 to 4");
  unsigned long bytes = 0;
  size_t copies = 0;
  for (size_t i = 0; i < all; i++) {
    const uint32_t size = list[i].bytes;
    if (bin < BINS && (size < bin_first[bin] || size >= bin_first[bin + 1])) continue;
    list[copies].source = list[i].source + (uint32_t)source_arena;
    list[copies].target = list[i].target + (uint32_t)target_arena;
    list[copies++].bytes = size;
    bytes += size;
  }
  if (copies == 0) fail("no copy is in", "bin=");
  measure(line, list, copies, 1, bytes, 0);
}

// Copies of one size in lines of their own; cycles are those of one copy.
static void queued(const char* line) {
  const size_t bytes = fy_script_number(line, "size", 0);
  const size_t copies = fy_script_number(line, "copies", 32);
  const size_t from = fy_script_number(line, "source_offset", 0);
  const size_t to = fy_script_number(line, "target_offset", 0);
  // An odd number of lines, so that the copies meet the banks in turn.
  const size_t stride = LINE * ((ALIGN_UP(bytes + LINE, LINE) / LINE + 2 * GUARD / LINE) | 1);
  if (copies == 0 || copies > QUEUED_MAX) fail("copies must be", "1 to 256");
  if (from >= LINE || to >= LINE) fail("offsets must be", "0 to 63");
  if (copies * stride > payload_bytes) fail("the payload is too short for", "size=");
  for (size_t i = 0; i < copies; i++) {
    queued_list[i].source = (uint32_t)((uintptr_t)payload + i * stride + from);
    queued_list[i].target = (uint32_t)(target_arena + i * stride + to);
    queued_list[i].bytes = (uint32_t)bytes;
  }
  uint64_t* const target = (uint64_t*)(target_arena - GUARD);
  for (size_t i = 0; i < (GUARD + copies * stride) / 8; i++) target[i] = 0;
  fy_host_residency(payload, copies * stride, FY_RESIDENT_MEMORY);
  fy_host_residency(target, GUARD + copies * stride, FY_RESIDENT_MEMORY);
  measure(line, queued_list, copies, 0, bytes, 1);
}

int main(void) {
  struct fy_script script = fy_script_open("fleet");
  payload = script.payload;
  payload_bytes = script.payload_bytes;
  target_arena = ALIGN_UP((uintptr_t)script.end, 1u << 20) + GUARD;
  for (; fy_script_more(&script); fy_script_next(&script)) {
    if (fy_script_is(script.line, "fleet")) {
      fleet(script.line);
    } else if (fy_script_is(script.line, "queued")) {
      queued(script.line);
    } else if (*script.line != '\n') {
      fail("a command is fleet, queued or end, not", "another");
    }
  }
  return 0;
}
