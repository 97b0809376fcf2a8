// SPDX-License-Identifier: Apache-2.0

/// Parts of the litmus program: harts in step, places of the shared words, outcomes.

#ifndef LITMUS_H
#define LITMUS_H

#include <stdint.h>

#include "fy_platform.h"

#define LINE 64u
#define PLACES 3u     // x, y, z
#define REGISTERS 4u  // of a hart in an outcome

/// All harts of this run, from 0; set before they start.
extern unsigned harts;

/// Calls `function(argument)` on all harts, and waits for all.
void run_on_all(void (*function)(uintptr_t argument), uintptr_t argument);

/// Waits for all harts; `met` is this hart's count of it, 0 at first. Returns a cycle a little
/// later, the same on all harts.
uintptr_t meet(unsigned hart, uint32_t* met);

/// Pseudo-random bits, the same on every hart.
uint32_t mix(uint32_t seed, uint32_t number);

/// Forgets all outcomes, counts one, prints all as `FY shape=NAME outcome=... count=N`.
void outcomes_clear(void);
void outcomes_count(const uint32_t registers[][LINE / 4], unsigned threads,
                    const uint32_t last[PLACES]);
void outcomes_print(const char* name);

/// A kind of test: what runs the lines of the script that begin with its command. Blocks bring
/// theirs in `fw/litmus`; the linker gathers all.
struct litmus_kind {
  const char* command;
  void (*run)(const char* line);
};

#define LITMUS_KIND(command, run)            \
  static const struct litmus_kind run##_kind \
      __attribute__((used, section("litmus_kinds"))) = {command, run}

#endif
