// SPDX-License-Identifier: Apache-2.0

/// The counter unit, and what it must show: no probe when no L1 holds the line, one for each sharer
/// that does; overlapping misses in the scalar loop; the engine's messages; an untouched L1; what
/// the allocation bits of the engine leave in the L2.

#include "../check.h"
#include "fy_copy_engine.h"
#include "fy_counters.h"
#include "fy_platform.h"

#define LINES 16
#define BYTES (LINES * 64)

static uint8_t source[BYTES] __attribute__((aligned(64)));
static uint8_t target[BYTES] __attribute__((aligned(64)));

// A load of 8 bytes: two of 4 on RV32.
static uint64_t counter(enum fy_counter index) {
  return *(volatile uint64_t*)(FY_COUNTER_VALUES + 8 * (uintptr_t)index);
}

static void control(uint32_t bits) {
  fy_fence();
  *(volatile uint32_t*)FY_COUNTER_CONTROL = bits;
  fy_fence();
}

static void begin(void) { control(FY_COUNTER_CONTROL_CLEAR); }

static void end(void) { control(FY_COUNTER_CONTROL_SNAPSHOT); }

static void touch(const uint8_t* bytes) {
  for (unsigned i = 0; i < BYTES; i += 64) (void)*(const volatile uint8_t*)(bytes + i);
}

static void dirty(uint8_t* bytes) {
  for (unsigned i = 0; i < BYTES; i += 64) *(volatile uint8_t*)(bytes + i) = (uint8_t)i;
}

static void out_of_l1(void) {
  fy_host_residency(source, BYTES, FY_RESIDENT_L2);
  fy_host_residency(target, BYTES, FY_RESIDENT_L2);
}

static void copy(void) {
  begin();
  CHECK(fy_copy_engine_memcpy(target, source, BYTES) == FY_COPY_DONE);
  end();
  CHECK(counter(FY_COUNTER_ENGINE_TRANSFERS) == 1);
  CHECK(counter(FY_COUNTER_ENGINE_GET_BLOCKS) == LINES);
  CHECK(counter(FY_COUNTER_ENGINE_PUT_BLOCKS) == LINES);
  CHECK(counter(FY_COUNTER_ENGINE_GETS) == 0 && counter(FY_COUNTER_ENGINE_PUTS) == 0);
  CHECK(counter(FY_COUNTER_L2_PROBES) == counter(FY_COUNTER_DATA_PROBES));
}

static void probes(void) {
  out_of_l1();
  copy();
  out_of_l1();
  copy();
  CHECK(counter(FY_COUNTER_L2_PROBES) == 0);
  CHECK(counter(FY_COUNTER_DATA_LOAD_MISSES) == 0 && counter(FY_COUNTER_DATA_STORE_MISSES) == 0);

  out_of_l1();
  touch(target);  // the target is read and held by one L1: one probe a line
  copy();
  CHECK(counter(FY_COUNTER_L2_PROBES) == LINES);
  CHECK(counter(FY_COUNTER_L2_PROBES_WITH_DATA) == 0);

  out_of_l1();
  dirty(target);  // dirty there: one probe a line, the data is overwritten
  copy();
  CHECK(counter(FY_COUNTER_L2_PROBES) == LINES);

  out_of_l1();
  dirty(source);
  copy();
  CHECK(counter(FY_COUNTER_L2_PROBES) == LINES);
  CHECK(counter(FY_COUNTER_L2_PROBES_WITH_DATA) == LINES);
}

// The scalar loop of Mao 2017: a line an iteration (half a line on RV32).
static __attribute__((noinline)) void scalar_loop(uintptr_t* to, const uintptr_t* from,
                                                  unsigned bytes) {
  for (unsigned words = bytes / sizeof(*to); words != 0; words -= 8, to += 8, from += 8) {
    uintptr_t a = from[0], b = from[1], c = from[2], d = from[3];
    uintptr_t e = from[4], f = from[5], g = from[6], h = from[7];
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
    to[4] = e, to[5] = f, to[6] = g, to[7] = h;
  }
}

// The source begins in the middle of a line, so that an iteration loads from a line that is there
// and from one that is missing. From the L2 a store miss is over before the next line is
// loaded; from memory it is not.
static void overlap(enum fy_residency where) {
  fy_host_residency(source, BYTES, where);
  fy_host_residency(target, BYTES, where);
  begin();
  scalar_loop((uintptr_t*)target, (const uintptr_t*)(source + 32), BYTES - 64);
  end();
  CHECK(counter(FY_COUNTER_DATA_LOAD_MISSES) == LINES);
  CHECK(counter(FY_COUNTER_DATA_STORE_MISSES) == LINES - 1);
  // On RV32 an iteration is half a line, and none of its loads finds a line with a miss pending.
  CHECK(__riscv_xlen == 32 || counter(FY_COUNTER_DATA_HITS_UNDER_MISS) != 0);
  CHECK(counter(FY_COUNTER_DATA_SECONDARY) != 0);
  CHECK(where == FY_RESIDENT_L2 || counter(FY_COUNTER_DATA_TWO_MISSES) != 0);
}

struct traffic {
  uint64_t allocated, gets_passed, puts_passed;
};

static struct traffic move(uint8_t* to, const uint8_t* from) {
  begin();
  CHECK(fy_copy_engine_memcpy(to, from, BYTES) == FY_COPY_DONE);
  end();
  return (struct traffic){counter(FY_COUNTER_L2_ENGINE_ALLOCATES),
                          counter(FY_COUNTER_L2_GETS_PASSED), counter(FY_COUNTER_L2_PUTS_PASSED)};
}

// A Get passes the L2 when its line is not there: so a second copy shows what the first has left.
static void residency(void) {
  fy_host_residency(source, BYTES, FY_RESIDENT_MEMORY);
  fy_host_residency(target, BYTES, FY_RESIDENT_MEMORY);
  struct traffic first = move(target, source);
  CHECK(first.gets_passed == LINES && first.allocated == LINES && first.puts_passed == 0);
  struct traffic again = move(target, source);  // the source is absent, the target present
  CHECK(again.gets_passed == LINES && again.allocated == 0 && again.puts_passed == 0);
  CHECK(move(source, target).gets_passed == 0);

  fy_host_residency(source, BYTES, FY_RESIDENT_MEMORY);
  fy_host_residency(target, BYTES, FY_RESIDENT_MEMORY);
  fy_copy_engine_write(FY_COPY_CONTROL, FY_COPY_SOURCE_ALLOCATE);
  first = move(target, source);
  CHECK(first.gets_passed == 0 && first.allocated == LINES && first.puts_passed == LINES);
  again = move(target, source);  // the other way round
  CHECK(again.gets_passed == 0 && again.allocated == 0 && again.puts_passed == LINES);
  fy_copy_engine_write(FY_COPY_CONTROL, FY_COPY_TARGET_ALLOCATE);
}

static void unit(void) {
  control(FY_COUNTER_CONTROL_STOP);
  control(FY_COUNTER_CONTROL_STOP | FY_COUNTER_CONTROL_SNAPSHOT);
  uint64_t before = counter(FY_COUNTER_INSTRUCTIONS);
  control(FY_COUNTER_CONTROL_STOP | FY_COUNTER_CONTROL_SNAPSHOT);
  CHECK(counter(FY_COUNTER_INSTRUCTIONS) == before);
  control(0);
  end();
  CHECK(counter(FY_COUNTER_INSTRUCTIONS) > before);
  CHECK(*(volatile uint32_t*)FY_COUNTER_NUMBER == FY_COUNTERS);
}

int main(void) {
  record_traps();
  unit();
  probes();
  residency();
  overlap(FY_RESIDENT_L2);
  overlap(FY_RESIDENT_MEMORY);
  CHECK(trap.count == 0);
  return 0;
}
