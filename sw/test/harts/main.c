// SPDX-License-Identifier: Apache-2.0

/// Harts that share memory: secondary boot, words of one line written by all, a token that goes
/// round with data behind it. Runs on 1 to 4 harts.

#include "../check.h"
#include "fy_platform.h"

#define ROUNDS 100u
#define WORDS 64u

static volatile uint32_t ids[FY_HARTS];
static volatile uint32_t shared[16] __attribute__((aligned(64)));
static volatile uint32_t token __attribute__((aligned(64)));
static uint32_t message[WORDS] __attribute__((aligned(64)));
static unsigned harts;

// Every hart counts in its own word of one line.
static void count(uintptr_t argument) {
  const unsigned hart = fy_hart();
  ids[hart] = hart + (uint32_t)argument;
  for (unsigned i = 0; i < ROUNDS; i++) shared[hart]++;
}

// The hart whose turn it is finds what the one before wrote, and writes for the next.
static void pass(uintptr_t errors) {
  const unsigned hart = fy_hart();
  for (uint32_t turn = hart; turn < ROUNDS * harts; turn += harts) {
    while (token != turn) {
    }
    fy_fence();
    for (unsigned i = 0; i < WORDS; i++) {
      if (message[i] != turn * WORDS + i) (*(volatile uint32_t*)errors)++;
      message[i] += WORDS;
    }
    fy_fence();
    token = turn + 1;
  }
}

static void run(void (*function)(uintptr_t), uintptr_t argument) {
  for (unsigned hart = 1; hart < harts; hart++) fy_start_hart(hart, function, argument);
  function(argument);
  for (unsigned hart = 1; hart < harts; hart++) fy_wait_hart(hart);
}

int main(void) {
  harts = fy_harts();
  CHECK(harts == fy_harts());
  run(count, 7);
  for (unsigned hart = 0; hart < FY_HARTS; hart++) {
    CHECK(shared[hart] == (hart < harts ? ROUNDS : 0));
    CHECK(ids[hart] == (hart < harts ? hart + 7 : 0));
  }
  static volatile uint32_t errors;
  for (unsigned i = 0; i < WORDS; i++) message[i] = i;
  run(pass, (uintptr_t)&errors);
  CHECK(errors == 0);
  CHECK(token == ROUNDS * harts);
  printf("harts %u\n", harts);
  return 0;
}
