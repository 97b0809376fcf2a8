// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>

#include "litmus.h"

#define OUTCOMES 128u
#define NOTICE 150u  // cycles in which all harts see that all have met

unsigned harts;

static struct {
  volatile uint32_t met;
  uint8_t rest[LINE - 4];
} arrived[FY_HARTS] __attribute__((aligned(64)));

static struct {
  volatile uint32_t met;
  volatile uintptr_t start;
} all __attribute__((aligned(64)));

void run_on_all(void (*function)(uintptr_t argument), uintptr_t argument) {
  for (unsigned hart = 0; hart < harts; hart++) arrived[hart].met = 0;
  all.met = 0;
  for (unsigned hart = 1; hart < harts; hart++) fy_start_hart(hart, function, argument);
  function(argument);
  for (unsigned hart = 1; hart < harts; hart++) fy_wait_hart(hart);
}

// Stores and loads alone: what is under test here cannot break it unseen.
uintptr_t meet(unsigned hart, uint32_t* met) {
  const uint32_t now = ++*met;
  fy_fence();
  if (hart == 0) {
    for (unsigned other = 1; other < harts; other++) {
      while (arrived[other].met != now) {
      }
    }
    all.start = fy_cycles() + NOTICE;
    fy_fence();
    all.met = now;
  } else {
    arrived[hart].met = now;
    while (all.met != now) {
    }
  }
  fy_fence();
  return all.start;
}

uint32_t mix(uint32_t seed, uint32_t number) {
  uint32_t bits = seed * 0x9e3779b9u + number * 0x85ebca6bu + 1;
  bits = (bits ^ bits >> 16) * 0x7feb352du;
  bits = (bits ^ bits >> 15) * 0x846ca68bu;
  return bits ^ bits >> 16;
}

// Registers and places of an outcome, four bits each, the first one on top.
static struct {
  uint64_t registers;
  uint32_t last;
  unsigned count;
} outcomes[OUTCOMES];
static unsigned kinds, threads_of_all;

void outcomes_clear(void) { kinds = 0; }

static uint32_t digit(uint32_t value) { return value > 8 ? 9 : value; }

void outcomes_count(const uint32_t registers[][LINE / 4], unsigned threads,
                    const uint32_t last[PLACES]) {
  uint64_t values = 0;
  uint32_t places = 0;
  threads_of_all = threads;
  for (unsigned thread = 0; thread < threads; thread++) {
    for (unsigned i = 0; i < REGISTERS; i++) values = values << 4 | digit(registers[thread][i]);
  }
  for (unsigned i = 0; i < PLACES; i++) places = places << 4 | digit(last[i]);
  unsigned kind = 0;
  while (kind < kinds && (outcomes[kind].registers != values || outcomes[kind].last != places)) {
    kind++;
  }
  if (kind == OUTCOMES) {
    printf("litmus: more than %u outcomes\n", OUTCOMES);
    fy_exit(3);
  }
  if (kind == kinds) {
    outcomes[kind].registers = values;
    outcomes[kind].last = places;
    outcomes[kind].count = 0;
    kinds++;
  }
  outcomes[kind].count++;
}

void outcomes_print(const char* name) {
  for (unsigned kind = 0; kind < kinds; kind++) {
    printf("FY shape=%s outcome=", name);
    for (unsigned i = threads_of_all * REGISTERS; i-- != 0;) {
      putchar('0' + (int)(outcomes[kind].registers >> 4 * i & 15));
      if (i % REGISTERS == 0) putchar('/');
    }
    for (unsigned i = PLACES; i-- != 0;) putchar('0' + (int)(outcomes[kind].last >> 4 * i & 15));
    printf(" count=%u\n", outcomes[kind].count);
  }
}
