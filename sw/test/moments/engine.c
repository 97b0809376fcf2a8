// SPDX-License-Identifier: Apache-2.0

/// What happens to the engine while it walks: a fence, a pause, the death of its process, a table
/// outside memory. Each at many delays behind Transfer, so that every state of the walk is met.

#include "moments.h"

#if __riscv_xlen == 64

#define DELAYS 480u  // a whole copy
#define BYTES (3 * FY_PAGE_BYTES)

static uint8_t new_frames[2][FY_PAGE_BYTES] __attribute__((aligned(4096)));
static fy_entry* entries[4];

// Three pages of source and of target, side by side, with tables of their own.
#define FROM (SOURCE + 64 * GIGABYTE)
#define TO (TARGET + 64 * GIGABYTE)

static void map(void) {
  for (unsigned i = 0; i < 4; i++) {
    *fy_space_entry(&space, FROM + i * FY_PAGE_BYTES, 0) =
        fy_leaf((uintptr_t)source_frames[i], RIGHTS);
    entries[i] = fy_space_entry(&space, TO + i * FY_PAGE_BYTES, 0);
    *entries[i] = fy_leaf((uintptr_t)target_frames[i], RIGHTS);
  }
  fy_fence_all();
}

static void begin(unsigned delay) {
  make_cold();
  enter();
  fy_copy_engine_start((void*)TO, (const void*)(FROM + 8), BYTES);
  leave();
  wait_cycles(delay);
}

static int same(const uint8_t* a, const uint8_t* b, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 8) {
    if (*(const uint64_t*)(a + i) != *(const uint64_t*)(b + i)) return 0;
  }
  return 1;
}

static const uint8_t* source_at(size_t i) { return source_frames[0] + 8 + i; }

// The page in the middle of the target moves; behind the fence nothing is written to the old frame.
static void fences(void) {
  static uint8_t snapshot[FY_PAGE_BYTES] __attribute__((aligned(64)));
  unsigned split[3] = {0};
  for (unsigned delay = 0; delay < DELAYS; delay += 23) {
    fill(target_frames[0], 0, BYTES);
    fill(new_frames[0], 0, FY_PAGE_BYTES);
    begin(delay);
    *entries[1] = fy_leaf((uintptr_t)new_frames[0], RIGHTS);
    fy_fence_page(TO + FY_PAGE_BYTES, space.asid);
    for (size_t i = 0; i < FY_PAGE_BYTES; i += 8) {
      *(uint64_t*)(snapshot + i) = *(uint64_t*)(target_frames[1] + i);
    }
    CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
    CHECK(same(snapshot, target_frames[1], FY_PAGE_BYTES));
    CHECK(same(target_frames[0], source_at(0), FY_PAGE_BYTES));
    CHECK(same(target_frames[2], source_at(2 * FY_PAGE_BYTES), FY_PAGE_BYTES));
    size_t here = 0;
    for (size_t i = 0; i < FY_PAGE_BYTES; i += 8) {
      const uint64_t value = *(const uint64_t*)source_at(FY_PAGE_BYTES + i);
      const int there = *(uint64_t*)(new_frames[0] + i) == value;
      CHECK(there || *(uint64_t*)(snapshot + i) == value);
      here += there;
    }
    split[here == 0 ? 0 : here == FY_PAGE_BYTES / 8 ? 2 : 1]++;
    *entries[1] = fy_leaf((uintptr_t)target_frames[1], RIGHTS);
  }
  printf("fences: page went to the old frame %u, to both %u, to the new one %u times\n", split[0],
         split[1], split[2]);
  CHECK(split[0] != 0 && split[2] != 0);
}

// What stands in front of the cursor is copied, what stands behind it is not touched.
static void pauses(void) {
  unsigned stopped = 0, places = 0;
  size_t last = 0;
  for (unsigned delay = 0; delay < DELAYS; delay += 11) {
    fill(target_frames[0], 0, BYTES);
    begin(delay);
    fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_PAUSE);
    enum fy_copy_status status = fy_copy_engine_wait();
    CHECK(status == FY_COPY_PAUSED || status == FY_COPY_DONE);
    if (status == FY_COPY_PAUSED) {
      const size_t done = BYTES - fy_copy_engine_read(FY_COPY_BYTES_LEFT);
      CHECK(fy_copy_engine_read(FY_COPY_SOURCE) == FROM + 8 + done);
      CHECK(fy_copy_engine_read(FY_COPY_TARGET) == TO + done);
      CHECK(fy_copy_engine_read(FY_COPY_SEGMENTS_LEFT) == 1);
      CHECK(done % 8 == 0 && same(target_frames[0], source_at(0), done));
      for (size_t i = done; i < BYTES; i += 8) CHECK(*(uint64_t*)(target_frames[0] + i) == 0);
      places += done != last;
      last = done;
      stopped++;
    }
    fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_PAUSE);
    enter();
    fy_copy_engine_resume();
    leave();
    CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
    CHECK(same(target_frames[0], source_at(0), BYTES));
  }
  printf("pauses: stopped %u times, at %u new places\n", stopped, places);
  CHECK(stopped > 10 && places >= 3);
}

// satp belongs to another process when the walk ends: the engine works on for the first one. Or the
// first one is killed, its tables and frames serve others: nothing comes after the fence.
static void deaths(void) {
  struct fy_space other = fy_space_create(2);
  static const struct fy_copy_state none = {.waiting = 0};
  static struct fy_copy_state killed;
  unsigned in_work = 0;
  *fy_space_entry(&other, FY_MEMORY_BASE, 2) = fy_leaf(FY_MEMORY_BASE, RIGHTS);
  *fy_space_entry(&other, FROM, 0) = fy_leaf((uintptr_t)source_frames[3], RIGHTS);
  *fy_space_entry(&other, TO, 0) = fy_leaf((uintptr_t)new_frames[1], RIGHTS);
  for (unsigned delay = 0; delay < DELAYS / 4; delay += 7) {
    fill(target_frames[0], 0, BYTES);
    fill(new_frames[1], 0, FY_PAGE_BYTES);
    begin(delay);
    WRITE_CSR("satp", fy_space_satp(&other));
    CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
    CHECK(same(target_frames[0], source_at(0), BYTES));

    fill(target_frames[0], 0, BYTES);
    begin(delay);
    WRITE_CSR("satp", fy_space_satp(&other));
    fy_copy_save(&killed);
    in_work += killed.cursor[3] != 0;
    for (unsigned i = 0; i < 4; i++) *entries[i] = 0;
    fy_fence_all();
    fy_copy_restore(&none);
    fill(target_frames[0], 0x77, BYTES);
    struct fy_space first = space;
    space = other;
    enter();
    fy_copy_engine_start((void*)TO, (const void*)FROM, 512);
    leave();
    space = first;
    CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
    CHECK(same(new_frames[1], source_frames[3], 512));
    for (size_t i = 0; i < BYTES; i += 8) {
      CHECK(*(uint64_t*)(target_frames[0] + i) == 0x7777777777777777ul);
    }
    map();
  }
  printf("deaths: %u with work left\n", in_work);
  CHECK(in_work > 5);
}

void engine_moments(void) {
  map();
  for (size_t i = 0; i < 4 * FY_PAGE_BYTES; i += 8) {
    *(uint64_t*)(source_frames[0] + i) = (i + 1) * 0x9e3779b97f4a7c15ul;
  }
  fences();
  pauses();
  deaths();
}

// ---- tables where no memory is ----------------------------------------------------------------

static void fault_of_engine(enum fy_copy_status status, uintptr_t address, fy_entry* entry,
                            uint64_t bad) {
  const uint64_t good = *entry;
  for (unsigned again = 0; again < 2; again++) {
    fill(target_frames[0], 0, BYTES);
    *entry = bad;
    fy_fence_all();
    begin(0);
    CHECK(fy_copy_engine_wait() == status);
    CHECK(fy_copy_engine_read(FY_COPY_ERROR_ADDRESS) == address);
    CHECK(fy_copy_engine_read(FY_COPY_PAGE) == address >> 12);
    for (size_t i = 0; i < BYTES; i += 8) CHECK(*(uint64_t*)(target_frames[0] + i) == 0);
    // An access error ends a transfer, until software that repaired it writes the cursor.
    *entry = good;
    fy_fence_all();
    fy_copy_engine_write(FY_COPY_SEGMENTS_LEFT, fy_copy_engine_read(FY_COPY_SEGMENTS_LEFT));
    enter();
    fy_copy_engine_resume();
    leave();
    CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
    CHECK(same(target_frames[0], source_at(0), BYTES));
  }
}

void tables_outside(void) {
  // Nothing at all; a device.
  static const uintptr_t places[] = {0x40000000, FY_CONSOLE_BASE};
  record_traps();
  for (unsigned i = 0; i < 2; i++) {
    const uint64_t bad = fy_leaf(places[i], 0);
    for (unsigned level = 1; level <= 2; level++) {
      fault_of_engine(FY_COPY_SOURCE_ACCESS_FAULT, FROM + 8, fy_space_entry(&space, FROM, level),
                      bad);
      fault_of_engine(FY_COPY_TARGET_ACCESS_FAULT, TO, fy_space_entry(&space, TO, level), bad);
    }
    // The hart's own accesses: its cause and its address.
    fy_entry* entry = fy_space_entry(&space, FROM, 1);
    const uint64_t good = *entry;
    *entry = bad;
    fy_fence_all();
    const unsigned before = trap.count;
    enter();
    (void)*(volatile uint64_t*)(FROM + 24);
    leave();
    CHECK(trap.count == before + 1 && trap.cause == CAUSE_LOAD_ACCESS && trap.value == FROM + 24);
    enter();
    *(volatile uint64_t*)(FROM + 32) = 1;
    leave();
    CHECK(trap.count == before + 2 && trap.cause == CAUSE_STORE_ACCESS && trap.value == FROM + 32);
    *entry = good;
    fy_fence_all();
    enter();
    const uint64_t value = *(volatile uint64_t*)(FROM + 24);
    leave();
    CHECK(trap.count == before + 2 && value == *(uint64_t*)(source_frames[0] + 24));
  }
}

#endif
