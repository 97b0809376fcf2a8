// SPDX-License-Identifier: Apache-2.0

/// Shapes: a few instructions a hart, run again and again from random states of the caches. Each
/// round has BATCH shots, each with words of its own; all harts compute the same random numbers.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fy_script.h"
#include "litmus.h"

#define BATCH 8u
#define GAP 100u         // cycles between the shots of a round
#define SLOTS 3u         // rounds whose words are in use: counted, shot, cleared
#define WAY_BYTES 4096u  // addresses so far apart share a set of the L1
#define FAR_BYTES (128u << 10)
#define SHOT_WORDS 64u

typedef void shot_t(volatile uint32_t* x, volatile uint32_t* y, volatile uint32_t* z,
                    uint32_t* registers, uintptr_t cycle);

extern const uint32_t shot_begin[], shot_middle[], shot_end[];

static struct {
  uint32_t seed, rounds;
  unsigned threads, places;
  struct {
    unsigned place;
    int write;
  } last[FY_HARTS];  // what the last operation of a thread does; no place: nothing to prepare
} shape;

static uint32_t code[FY_HARTS][SHOT_WORDS] __attribute__((aligned(64)));
static uint32_t registers[BATCH][FY_HARTS][LINE / 4] __attribute__((aligned(64)));

// Above the program and its input: clearing them at the start would take longer than the tests.
#define ARENA_BYTES (4 * WAY_BYTES)
#define ARENAS 0x81000000ul
#define EVICTORS (ARENAS + SLOTS * BATCH * ARENA_BYTES)
#define FAR_EVICTORS 0x82000000ul

// What is random in a shot: each hart computes it alike, in memory of its own.
struct shot {
  volatile uint32_t* at[PLACES];
  uint32_t bits;
  unsigned first;  // hart of thread 0
};

static struct shot shots[FY_HARTS][SLOTS][BATCH] __attribute__((aligned(64)));

static struct shot shot_of(uint32_t round, unsigned k) {
  struct shot shot;
  const uint32_t bits = mix(shape.seed, round * BATCH + k);
  const uintptr_t base = ARENAS + (round % SLOTS * BATCH + k) * ARENA_BYTES;
  const uint32_t line = bits % 64 * LINE;
  shot.bits = bits;
  shot.first = (bits >> 6) % harts;
  shot.at[0] = (uint32_t*)(base + line);
  for (unsigned i = 1; i < PLACES; i++) {
    uint32_t offset;
    switch ((bits >> (8 + 3 * i)) & (i == 1 ? 7 : 3)) {
      case 0:  // the same line
        offset = line + 8 * i;
        break;
      case 1:  // the same set
        offset = i * WAY_BYTES + line;
        break;
      case 2:  // the next line
        offset = (line + i * LINE) % WAY_BYTES;
        break;
      default:
        offset = i * WAY_BYTES + (line + (bits >> 20) % 32 * LINE + i * LINE) % WAY_BYTES;
    }
    shot.at[i] = (uint32_t*)(base + offset);
  }
  return shot;
}

static unsigned thread_of(unsigned hart, const struct shot* shot) {
  return hart >= shot->first ? hart - shot->first : hart + harts - shot->first;
}

static void touch(uintptr_t at, unsigned lines, uintptr_t step) {
  for (unsigned i = 0; i < lines; i++, at += step) (void)*(volatile uint8_t*)at;
}

static void evict(volatile uint32_t* place, unsigned how) {
  const uintptr_t address = (uintptr_t)place & ~(uintptr_t)(LINE - 1);
  if (how == 0) touch(FAR_EVICTORS + address % FAR_BYTES, 10, FAR_BYTES);  // from the L2 as well
  touch(EVICTORS + address % WAY_BYTES, 7, WAY_BYTES);
}

// The state that this hart would like the line of a place to be in.
static void prepare(volatile uint32_t* place, uint32_t bits) {
  volatile uint32_t* beside = (volatile uint32_t*)(((uintptr_t)place & ~(uintptr_t)63) + 32);
  switch (bits & 7) {
    case 0:
    case 1:
      break;
    case 2:
      evict(place, (bits >> 3) & 15);
      break;
    case 3:
    case 4:
      (void)*place;
      break;
    default:
      *beside = bits;
  }
}

static void plan(unsigned hart, uint32_t round) {
  for (unsigned k = 0; k < BATCH; k++) shots[hart][round % SLOTS][k] = shot_of(round, k);
}

static void clear(unsigned hart, uint32_t round) {
  for (unsigned k = 0; k < BATCH; k++) {
    const struct shot* shot = &shots[hart][round % SLOTS][k];
    for (unsigned i = 0; i < PLACES; i++) *shot->at[i] = 0;
  }
}

static void count(uint32_t round) {
  for (unsigned k = 0; k < BATCH; k++) {
    const struct shot* shot = &shots[0][round % SLOTS][k];
    const uint32_t last[PLACES] = {*shot->at[0], *shot->at[1], *shot->at[2]};
    outcomes_count(registers[k], shape.threads, last);
  }
}

// Half of the shots begin with the line of a thread's last operation at hand, so that this may
// overtake the first; the others in any state.
static void place(unsigned hart, uint32_t round) {
  for (unsigned k = 0; k < BATCH; k++) {
    const struct shot* shot = &shots[hart][round % SLOTS][k];
    const unsigned thread = thread_of(hart, shot);
    if (shot->bits >> 31 != 0) {
      if (thread < shape.threads && shape.last[thread].place < PLACES) {
        prepare(shot->at[shape.last[thread].place], shape.last[thread].write ? 7 : 3);
      }
      continue;
    }
    uint32_t bits = mix(shot->bits, hart);
    for (unsigned i = 0; i < shape.places; i++, bits >>= 8) {
      prepare(shot->at[bits >> 24 & 1 ? i : shape.places - 1 - i], bits);
    }
  }
}

// Half of the shots begin together, the others up to 32 or 90 cycles apart.
static unsigned delay_of(unsigned mode, uint32_t bits) {
  return mode < 2 ? bits % 4 : mode == 2 ? bits % 32 : bits % 90;
}

static void shoot(unsigned hart, uint32_t round, uintptr_t start) {
  for (unsigned k = 0; k < BATCH; k++) {
    const struct shot* shot = &shots[hart][round % SLOTS][k];
    const unsigned thread = thread_of(hart, shot);
    const uint32_t bits = mix(shot->bits, 17 + hart);
    const uintptr_t cycle = start + k * GAP + delay_of(shot->bits >> 29 & 3, bits);
    if (thread < shape.threads) {
      ((shot_t*)(uintptr_t)code[thread])(shot->at[0], shot->at[1], shot->at[2],
                                         registers[k][thread], cycle);
    } else {
      while ((intptr_t)(cycle - fy_cycles()) > 0) {
      }
      prepare(shot->at[bits >> 16 & 1], bits >> 20);
    }
  }
}

static void work(uintptr_t unused) {
  (void)unused;
  const unsigned hart = fy_hart();
  uint32_t met = 0;
  __asm__ volatile("fence.i" ::: "memory");
  plan(hart, 0);
  if (hart == 0) clear(hart, 0);
  meet(hart, &met);
  for (uint32_t round = 0; round < shape.rounds; round++) {
    if (hart == 0 && round != 0) count(round - 1);
    plan(hart, round + 1);
    if (hart == mix(shape.seed, ~round) % harts) clear(hart, round + 1);
    place(hart, round);
    shoot(hart, round, meet(hart, &met));
    meet(hart, &met);
  }
  if (hart == 0 && shape.rounds != 0) count(shape.rounds - 1);
}

static uint32_t* copy_words(uint32_t* at, const uint32_t* from, const uint32_t* to) {
  while (from != to) *at++ = *from++;
  return at;
}

static const char* load_code(unsigned thread, const char* words) {
  uint32_t* at = copy_words(code[thread], shot_begin, shot_middle);
  for (char* rest;; words = rest + 1) {
    *at++ = (uint32_t)strtoul(words, &rest, 16);
    if (*rest != ',') {
      copy_words(at, shot_middle, shot_end);
      return rest;
    }
  }
}

// `shape NAME SEED SHOTS PLACES` and for each thread `LAST WORD,WORD,...`: shorter than keys, for
// there are many lines.
static void run_shape(const char* line) {
  char name[32] = "", *rest;
  const char* at = line + strlen("shape ");
  for (unsigned i = 0; *at != ' ' && i + 1 < sizeof(name); i++) name[i] = *at++;
  shape.seed = (uint32_t)strtoul(at, &rest, 10);
  shape.rounds = (uint32_t)strtoul(rest, &rest, 10) / BATCH;
  shape.places = (unsigned)strtoul(rest, &rest, 10);
  for (shape.threads = 0, at = rest; *at == ' ' && shape.threads < FY_HARTS; shape.threads++) {
    shape.last[shape.threads].place = (unsigned)(at[1] - 'x');
    shape.last[shape.threads].write = at[2] == 'w';
    at = load_code(shape.threads, at + 4);
  }
  if (shape.threads > harts) {
    printf("litmus: %s needs %u harts\n", name, shape.threads);
    fy_exit(2);
  }
  outcomes_clear();
  run_on_all(work, 0);
  outcomes_print(name);
}

LITMUS_KIND("shape", run_shape);
