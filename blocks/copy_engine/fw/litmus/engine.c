// SPDX-License-Identifier: Apache-2.0

/// Message passing by the copy engine of hart 0, to or from another hart.
///
/// `write`: the engine copies 1s over the message, then hart 0 sets the flag; the other reads flag
/// (r0), first (r1) and last word (r2) of the message. `read`: the other hart writes 1s and sets
/// the flag; hart 0 reads it (r0) and copies; r1 and r2 are what was copied.

#include <stdio.h>
#include <string.h>

#include "fy_copy_engine.h"
#include "fy_script.h"
#include "litmus.h"

#define WORDS 768u  // long enough to be under way when a flag is seen

static volatile uint32_t flag __attribute__((aligned(64)));
static volatile uint32_t message[WORDS] __attribute__((aligned(64)));
static volatile uint32_t copied[WORDS] __attribute__((aligned(64)));
static uint32_t ones[WORDS] __attribute__((aligned(64)));
static uint32_t registers[FY_HARTS][LINE / 4] __attribute__((aligned(64)));
static uint32_t seed, rounds;
static int reads, fenced;

static void order(void) {
  if (fenced) fy_fence();
}

static void pause(uint32_t cycles) {
  const uintptr_t end = fy_cycles() + cycles;
  while ((intptr_t)(end - fy_cycles()) > 0) {
  }
}

static void hart0(uint32_t words, uint32_t bits) {
  pause(bits % 64);
  if (reads) {
    registers[0][0] = flag;
    order();
    fy_copy_engine_start((void*)(uintptr_t)copied, (const void*)(uintptr_t)message, words * 4);
    if (fy_copy_engine_wait() != FY_COPY_DONE) fy_exit(4);
    registers[0][1] = copied[0];
    registers[0][2] = copied[words - 1];
  } else {
    fy_copy_engine_start((void*)(uintptr_t)message, ones, words * 4);
    order();
    flag = 1;
    if (fy_copy_engine_wait() != FY_COPY_DONE) fy_exit(4);
  }
}

static void hart1(uint32_t words, uint32_t bits) {
  pause(bits % 256);
  if (reads) {
    message[0] = 1;
    message[words - 1] = 1;
    order();
    flag = 1;
  } else {
    // Often it waits a little for the flag, so that the message is read right behind it.
    uint32_t seen = flag;
    for (uint32_t tries = bits >> 8 & 63; tries != 0 && seen == 0; tries--) seen = flag;
    order();
    registers[1][0] = seen;
    registers[1][1] = message[0];
    registers[1][2] = message[words - 1];
  }
}

static void work(uintptr_t unused) {
  (void)unused;
  const unsigned hart = fy_hart();
  uint32_t met = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    const uint32_t words = 2 + mix(seed, round) % (WORDS - 1);
    const uint32_t bits = mix(seed + 1 + hart, round);
    if (hart == mix(seed, ~round) % 2) {
      flag = 0;
      message[0] = message[words - 1] = copied[0] = copied[words - 1] = 0;
    }
    meet(hart, &met);
    if (hart < 2 && bits >> 31 != 0) {
      (void)message[0];
      if (bits >> 30 & 1) (void)message[words - 1];
    }
    pause(meet(hart, &met) - fy_cycles());
    if (hart == 0) hart0(words, bits >> 8);
    if (hart == 1) hart1(words, bits >> 8);
    meet(hart, &met);
    if (hart == 0) {
      const uint32_t last[PLACES] = {flag, message[0], message[words - 1]};
      outcomes_count(registers, 2, last);
    }
    meet(hart, &met);
  }
}

static void run_engine(const char* line) {
  char name[32];
  fy_script_text(line, "name", name, sizeof(name));
  seed = (uint32_t)fy_script_number(line, "seed", 1);
  rounds = (uint32_t)fy_script_number(line, "shots", 0);
  reads = (int)fy_script_number(line, "reads", 0);
  fenced = (int)fy_script_number(line, "fenced", 0);
  for (uint32_t i = 0; i < WORDS; i++) ones[i] = 1;
  memset(registers, 0, sizeof registers);
  outcomes_clear();
  run_on_all(work, 0);
  outcomes_print(name);
}

LITMUS_KIND("engine", run_engine);
