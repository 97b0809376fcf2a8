// SPDX-License-Identifier: Apache-2.0

/// One copy of a fresh or a mapped target, by the processor or by the engine, and its parts.

#include "copies.h"
#include "fy_copy_engine.h"

struct parts {
  uint64_t all, page_in, touches;  // cycles
  unsigned faults;
};

static enum page_in way_of(const char* word) {
  if (strcmp(word, "mlock") == 0) return PAGE_IN_MLOCK;
  if (strcmp(word, "populate") == 0) return PAGE_IN_POPULATE;
  if (strcmp(word, "touch") == 0) return PAGE_IN_TOUCH;
  return PAGE_IN_NONE;
}

// As fy_copy does it, with the cycles of each part.
static void by_engine(uint8_t* target, const uint8_t* source, size_t bytes, struct parts* parts) {
  fy_copy_engine_start(target, source, bytes);
  for (;;) {
    fy_copy_engine_fence();
    const uintptr_t address = (uintptr_t)fy_copy_engine_read(FY_COPY_ERROR_ADDRESS);
    const enum fy_copy_status status = (enum fy_copy_status)fy_copy_engine_read(FY_COPY_STATUS);
    if (status == FY_COPY_DONE) break;
    if (status == FY_COPY_LOST || status == FY_COPY_OCCUPIED) {
      fy_copy_engine_start(target, source, bytes);
      continue;
    }
    const uint64_t begun = cycles();
    if (status == FY_COPY_TARGET_PAGE_FAULT) {
      __asm__ volatile("amoor.w zero, zero, (%0)" ::"r"(address & ~3ul) : "memory");
    } else if (status == FY_COPY_SOURCE_PAGE_FAULT) {
      (void)*(const volatile uint8_t*)address;
    }
    parts->touches += cycles() - begun;
    parts->faults++;
    fy_copy_engine_resume();
  }
  fy_copy_engine_release();
}

static struct parts timed(const char* mover, enum page_in way, uint8_t* target,
                          const uint8_t* source, size_t bytes) {
  struct parts parts = {0, 0, 0, 0};
  const uint64_t begun = cycles();
  bring_in(way, target, bytes);
  parts.page_in = cycles() - begun;
  if (strcmp(mover, "scalar") == 0) {
    fy_memcpy_scalar(target, source, bytes);
  } else if (strcmp(mover, "library") == 0) {
    must(fy_copy(target, source, bytes) == FY_COPY_COPIED, "fy_copy");
  } else if (strcmp(mover, "engine") == 0) {
    by_engine(target, source, bytes, &parts);
  }
  parts.all = cycles() - begun;
  return parts;
}

void copy_once(const char* line) {
  char mover[16], pages[16], page_in[16];
  const size_t bytes = number_of(line, "bytes", 4096);
  text_of(line, "mover", mover, sizeof mover);
  text_of(line, "pages", pages, sizeof pages);
  const enum page_in way = way_of(text_of(line, "page_in", page_in, sizeof page_in));
  const unsigned seeds = (unsigned)number_of(line, "seeds", 5);
  // Once for the code, the tables and what the kernel keeps at hand; not counted.
  for (unsigned seed = 0; seed <= seeds; seed++) {
    const struct buffer source = map_pages(bytes), other = map_pages((1 + seed * 7 % 5) << 12);
    const struct buffer target = map_pages(bytes);
    fill_pages(source, seed);
    fill_pages(other, seed);  // other pages of the kernel's lists from seed to seed
    if (strcmp(pages, "mapped") == 0) fill_pages(target, seed + 1);
    const struct parts parts = timed(mover, way, target.bytes, source.bytes, bytes);
    const unsigned long wrong =
        strcmp(mover, "none") == 0 ? 0 : wrong_bytes(target.bytes, source.bytes, bytes);
    if (seed != 0) {
      printf("FY %s seed=%u cycles=%lu page_in_cycles=%lu touch_cycles=%lu faults=%u wrong=%lu\n",
             line, seed, (unsigned long)parts.all, (unsigned long)parts.page_in,
             (unsigned long)parts.touches, parts.faults, wrong);
    }
    unmap_pages(target);
    unmap_pages(other);
    unmap_pages(source);
    must(wrong == 0, "a copy");
  }
}
