// SPDX-License-Identifier: Apache-2.0

/// Copies that an input script asks for, each measured and checked. README.md has the script.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "copies.h"
#include "fy_platform.h"
#include "fy_script.h"
#include "load_use.h"
#include "movers.h"

#define GUARD 64u
#define FILL 0x5au
#define LINE 64u
#define WARM_BYTES 1024u
#define ALIGN_DOWN(x, to) ((x) & ~(uintptr_t)((to)-1))
#define ALIGN_UP(x, to) ALIGN_DOWN((x) + (to)-1, to)

static const struct {
  const char* name;
  mover_t* copy;
} movers[] = {{"scalar_loop", scalar_loop}, {"memcpy", fy_memcpy_scalar}, {"engine", engine}};

extern char _end[];

static const char* payload;
static size_t payload_bytes;
static uintptr_t source_arena, target_arena;
static size_t staged_bytes, staged_offset;

static void fail(const char* what, const char* value) {
  printf("copy: %s: %s\n", what, value);
  exit(2);
}

// A turn of other size, `unroll=` words, of the turns of fy_memcpy_scalar.
static mover_t* find_turns(const char* line, unsigned words) {
  char merge[8];
  fy_script_text(line, "merge", merge, sizeof(merge));
  unsigned source = (unsigned)fy_script_number(line, "source_offset", 0) % sizeof(uintptr_t);
  unsigned target = (unsigned)fy_script_number(line, "target_offset", 0) % sizeof(uintptr_t);
  unsigned ahead = (unsigned)fy_script_number(line, "ahead", 0);
  if ((words != 8 && words != 16 && words != 32) || ahead > 2) {
    fail("memcpy takes unroll 8, 16 or 32 and ahead 0 to 2, not", line);
  }
  unsigned size = words == 8 ? 0 : words / 16;
  if (merge[0] == 0 && source == 0 && target == 0) return turns_copy[ahead][size];
  if (strcmp(merge, "or") == 0 && source != 0 && target == 0) return turns_or[ahead][size];
  if (strcmp(merge, "piece") == 0 && source == 2 && target == 0) return turns_piece[ahead][size];
  fail("offsets of words are 0/0, with merge=or 1/0 to 7/0, with merge=piece 2/0; not", line);
  return NULL;
}

// `unroll=` chooses another factor than the 8 of scalar_loop, or other turns of memcpy.
static mover_t* find_mover(const char* line) {
  char name[16];
  fy_script_text(line, "mover", name, sizeof(name));
  unsigned factor = (unsigned)fy_script_number(line, "unroll", 0);
  if (factor != 0 && strcmp(name, "memcpy") == 0) return find_turns(line, factor);
  if (factor != 0 && strcmp(name, "scalar_loop") == 0) {
    mover_t* copy = scalar_unrolled(factor);
    if (copy == NULL) fail("unroll must be 1, 2, 4, 8 or 16 with", name);
    return copy;
  }
  for (size_t i = 0; i < sizeof(movers) / sizeof(movers[0]); i++) {
    if (strcmp(movers[i].name, name) == 0) return movers[i].copy;
  }
  fail("mover must be scalar_loop, memcpy or engine, not", name);
  return NULL;
}

// Source bytes at `offset`: a prefix of the payload, or pseudo-random ones. Kept between runs.
static uint8_t* stage_source(size_t offset, size_t bytes) {
  uint8_t* source = (uint8_t*)source_arena + offset;
  if (staged_offset != offset || staged_bytes < bytes) {
    if (payload_bytes != 0) {
      fy_memcpy_scalar(source, payload, bytes);
    } else {
      uint32_t state = 0x2545f491;
      for (size_t i = 0; i < bytes; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        source[i] = (uint8_t)state;
      }
    }
    staged_offset = offset;
    staged_bytes = bytes;
  }
  return source;
}

// The C library's memset goes byte by byte, which would be most of the simulated cycles.
static void fill(uint8_t* bytes, size_t size) {
  for (; size != 0 && ((uintptr_t)bytes & 7) != 0; size--) *bytes++ = FILL;
  for (; size >= 64; size -= 64, bytes += 64) {
    volatile uint64_t* word = (volatile uint64_t*)bytes;
    for (int i = 0; i < 8; i++) word[i] = FILL * 0x0101010101010101u;
  }
  while (size-- != 0) *bytes++ = FILL;
}

// Rewrites a word in every line, so that each is dirty in the L1.
static void dirty(uint8_t* bytes, size_t size) {
  volatile uint8_t* byte = bytes;
  for (size_t i = 0; i < size; i += LINE) byte[i] = byte[i];
  byte[size - 1] = byte[size - 1];
}

// Reads the words of a range and, with `update`, writes them again as they are.
static __attribute__((noinline)) uintptr_t use(uint8_t* first, size_t bytes, int update) {
  uintptr_t sum = 0;
  volatile uintptr_t* word = (volatile uintptr_t*)ALIGN_DOWN((uintptr_t)first, sizeof(*word));
  volatile uintptr_t* const end = (volatile uintptr_t*)(first + bytes);
  for (; word < end; word++) {
    uintptr_t value = *word;
    sum += value;
    if (update) *word = value;
  }
  return sum;
}

// Source and filled target where the script wants them; the host's fill leaves whole lines in the
// L2.
static void place(const char* resident, uint8_t* source, uint8_t* target, size_t bytes) {
  enum fy_residency where = strcmp(resident, "memory") == 0 ? FY_RESIDENT_MEMORY : FY_RESIDENT_L2;
  uint8_t* first = (uint8_t*)ALIGN_DOWN((uintptr_t)(target - GUARD), LINE);
  uint8_t* end = (uint8_t*)ALIGN_UP((uintptr_t)(target + bytes + GUARD), LINE);
  fy_host_fill(first, (uint64_t)(end - first), FILL);
  fy_host_residency(source, bytes, where);
  if (where == FY_RESIDENT_MEMORY) fy_host_residency(first, (uint64_t)(end - first), where);
  if (strcmp(resident, "l1_clean") == 0) use(source, bytes, 0);
  if (strcmp(resident, "l1_dirty") == 0) dirty(source, bytes);
}

// What the processor does with the target next; measured with the copy.
enum afterwards { UNTOUCHED, READ, UPDATE };

static enum afterwards find_after(const char* line) {
  char after[16];
  fy_script_text(line, "after", after, sizeof(after));
  if (after[0] == 0 || strcmp(after, "untouched") == 0) return UNTOUCHED;
  if (strcmp(after, "read") == 0) return READ;
  if (strcmp(after, "update") == 0) return UPDATE;
  fail("after must be untouched, read or update, not", after);
  return UNTOUCHED;
}

static void set_straps(const char* line) {
  static const char* const names[] = {FY_STRAP_NAMES};
  for (unsigned i = 0; i + 1 < sizeof(names) / sizeof(names[0]); i++) {  // the last is null
    unsigned long value = fy_script_number(line, names[i], 0);
    if (value != 0 && fy_host_strap((enum fy_strap)i, value) != 0) {
      fail("this build does not allow", names[i]);
    }
  }
}

static void report(const char* line, unsigned long bytes, unsigned long cycles, unsigned long wrong,
                   int status) {
  printf("FY %.*s bytes=%lu cycles=%lu wrong=%lu status=%d\n", (int)strcspn(line, "\n"), line,
         bytes, cycles, wrong, status);
}

static void run(const char* line) {
  char resident[16];
  fy_script_text(line, "resident", resident, sizeof(resident));
  mover_t* copy = find_mover(line);
  const enum afterwards after = find_after(line);
  size_t bytes = fy_script_number(line, "size", 0);
  uint8_t* source = stage_source(fy_script_number(line, "source_offset", 0), bytes);
  uint8_t* target = (uint8_t*)target_arena + fy_script_number(line, "target_offset", 0);
  set_straps(line);

  copy(target, source, bytes > WARM_BYTES ? WARM_BYTES + bytes % LINE : bytes);
  if (after != UNTOUCHED) use(target, bytes > WARM_BYTES ? WARM_BYTES : bytes, after == UPDATE);
  if (strcmp(resident, "l1") == 0) {
    fill(target - GUARD, bytes + 2 * GUARD);
    copy(target, source, bytes);
    fill(target - GUARD, bytes + 2 * GUARD);
  } else {
    place(resident, source, target, bytes);
  }
  fy_fence();

  unsigned long before = fy_cycles();
  int status = copy(target, source, bytes);
  unsigned long cycles = fy_cycles() - before;
  if (after != UNTOUCHED) {
    use(target, bytes, after == UPDATE);
    cycles = fy_cycles() - before;
  }

  const void* expected = payload_bytes != 0 ? (const void*)payload : source;
  report(line, bytes, cycles, fy_host_compare(target, expected, bytes, GUARD, FILL), status);
}

static void whole(const char* line) {
  uint8_t* target = (uint8_t*)target_arena + fy_script_number(line, "target_offset", 0);
  mover_t* copy = find_mover(line);
  copy(target, payload, payload_bytes < WARM_BYTES ? payload_bytes : WARM_BYTES);
  fy_fence();
  unsigned long before = fy_cycles();
  int status = copy(target, payload, payload_bytes);
  unsigned long cycles = fy_cycles() - before;
  fy_output = (uintptr_t)target;
  fy_output_size = payload_bytes;
  report(line, payload_bytes, cycles, fy_host_compare(target, payload, payload_bytes, 0, 0),
         status);
}

static void load_use(const char* line) {
  char resident[16];
  fy_script_text(line, "resident", resident, sizeof(resident));
  for (unsigned word = 0; word < 8; word++) {
    unsigned long base;
    unsigned long cycles = load_use_chain(word, strcmp(resident, "l2") == 0, &base);
    printf("FY load_use resident=%s word=%u hops=%d cycles=%lu base=%lu\n", resident, word,
           LOAD_USE_HOPS, cycles, base);
  }
}

int main(void) {
  struct fy_script script = fy_script_open("copy");
  payload = script.payload;
  payload_bytes = script.payload_bytes;
  // One block apart in the sets of the L1, so that equal offsets do not fight for the same set.
  source_arena = ALIGN_UP((uintptr_t)script.end, 1u << 20) + (1u << 20);
  target_arena = ALIGN_UP(source_arena + payload_bytes, 1u << 20) + (1u << 20) + 8192;

  for (; fy_script_more(&script); fy_script_next(&script)) {
    if (fy_script_is(script.line, "run")) {
      run(script.line);
    } else if (fy_script_is(script.line, "whole")) {
      whole(script.line);
    } else if (fy_script_is(script.line, "load_use")) {
      load_use(script.line);
    } else if (*script.line != '\n') {
      fail("unknown command in the script", "run, whole, load_use or end expected");
    }
  }
  return 0;
}
