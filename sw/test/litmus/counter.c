// SPDX-License-Identifier: Apache-2.0

/// All harts raise one counter: no value twice, none left out, and every hart comes forward.

#include <stdio.h>
#include <string.h>

#include "fy_script.h"
#include "litmus.h"

#define VALUES 16384u

enum kind { KIND_LRSC, KIND_LRSC_ORDERED, KIND_AMO, KIND_LOCK, KINDS };
static const char* const names[KINDS] = {"lrsc", "lrsc.aqrl", "amoadd", "lock"};

static volatile uint32_t counter __attribute__((aligned(64)));
static volatile uint32_t lock __attribute__((aligned(64)));
static volatile uint8_t taken[VALUES];
static struct {
  uint32_t tries;     // most that one step took
  uint32_t cycles;    // the same
  uint32_t finished;  // steps of this hart when the first hart was done
  uint8_t rest[LINE - 12];
} seen[FY_HARTS] __attribute__((aligned(64)));
static volatile uint32_t first_done __attribute__((aligned(64)));
static enum kind kind;
static uint32_t steps, seed;

#define LRSC(lr, sc)                                                   \
  __asm__ volatile(".option push\n.option arch, +a\n1: " lr            \
                   " %0, (%3)\n addi %1, %1, 1\n addi %2, %0, 1\n " sc \
                   " %2, %2, (%3)\n bnez %2, 1b\n.option pop"          \
                   : "=&r"(old), "+&r"(tries), "=&r"(scratch)          \
                   : "r"(&counter)                                     \
                   : "memory")
#define AMO(name, place, value)                                                           \
  ({                                                                                      \
    uint32_t old_;                                                                        \
    __asm__ volatile(".option push\n.option arch, +a\n" name " %0, %2, (%1)\n.option pop" \
                     : "=&r"(old_)                                                        \
                     : "r"(place), "r"(value)                                             \
                     : "memory");                                                         \
    old_;                                                                                 \
  })

static uint32_t step(uint32_t* most) {
  uint32_t old = 0, tries = 0, scratch;
  switch (kind) {
    case KIND_LRSC:
      LRSC("lr.w", "sc.w");
      break;
    case KIND_LRSC_ORDERED:
      LRSC("lr.w.aq", "sc.w.rl");
      break;
    case KIND_AMO:
      old = AMO("amoadd.w", &counter, 1);
      break;
    default:
      while (AMO("amoswap.w.aq", &lock, 1) != 0) tries++;
      old = counter;
      counter = old + 1;
      AMO("amoswap.w.rl", &lock, 0);
  }
  if (tries > *most) *most = tries;
  return old;
}

static void work(uintptr_t unused) {
  (void)unused;
  const unsigned hart = fy_hart();
  uint32_t met = 0, most_tries = 0, most_cycles = 0;
  seen[hart].finished = steps;
  const uintptr_t start = meet(hart, &met);
  while ((intptr_t)(start - fy_cycles()) > 0) {
  }
  uint32_t done = 0;
  for (; done < steps; done++) {
    const uintptr_t before = fy_cycles();
    const uint32_t old = step(&most_tries);
    const uint32_t cycles = (uint32_t)(fy_cycles() - before);
    if (cycles > most_cycles) most_cycles = cycles;
    if (old < VALUES) taken[old]++;
    if (first_done != 0 && seen[hart].finished == steps) seen[hart].finished = done;
    const uint32_t bits = mix(seed + hart, done);
    for (uint32_t wait = bits % 4 == 0 ? bits >> 4 & 63 : 0; wait != 0; wait--) {
      __asm__ volatile("nop");
    }
  }
  first_done = 1;
  seen[hart].tries = most_tries;
  seen[hart].cycles = most_cycles;
}

static void run_counter(const char* line) {
  char name[16];
  fy_script_text(line, "kind", name, sizeof(name));
  for (kind = 0; kind < KINDS && strcmp(name, names[kind]) != 0; kind++) {
  }
  steps = (uint32_t)fy_script_number(line, "steps", 100);
  seed = (uint32_t)fy_script_number(line, "seed", 1);
  if (kind == KINDS || steps * harts > VALUES) {
    printf("litmus: counter: unknown kind, or too many steps\n");
    fy_exit(2);
  }
  counter = 0;
  lock = 0;
  first_done = 0;
  for (uint32_t i = 0; i < steps * harts; i++) taken[i] = 0;
  const uintptr_t before = fy_cycles();
  run_on_all(work, 0);
  const uintptr_t cycles = fy_cycles() - before;
  uint32_t lost = 0, tries = 0, longest = 0, least = steps;
  for (uint32_t i = 0; i < steps * harts; i++) lost += taken[i] != 1;
  for (unsigned hart = 0; hart < harts; hart++) {
    if (seen[hart].tries > tries) tries = seen[hart].tries;
    if (seen[hart].cycles > longest) longest = seen[hart].cycles;
    if (seen[hart].finished < least) least = seen[hart].finished;
  }
  printf(
      "FY counter=%s harts=%u steps=%lu value=%lu lost=%lu cycles=%lu most_tries=%lu "
      "most_cycles=%lu least_steps=%lu\n",
      name, harts, (unsigned long)steps, (unsigned long)counter, (unsigned long)lost,
      (unsigned long)cycles, (unsigned long)tries, (unsigned long)longest, (unsigned long)least);
}

LITMUS_KIND("counter", run_counter);
