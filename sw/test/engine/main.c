// SPDX-License-Identifier: Apache-2.0

/// The copy engine through its instructions: CE-F01 to F05 and F12 to F15 (docs/sources.md).

#include <string.h>

#include "../check.h"
#include "fy_copy_engine.h"
#include "fy_platform.h"

#define FILL 0x5a
#define LARGE (64 * 1024)

static uint8_t source[LARGE + 256] __attribute__((aligned(4096)));
static uint8_t target[LARGE + 256] __attribute__((aligned(4096)));
static uint32_t state = 2463534242u;

static uint32_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

#define TRAPS(instruction)                                           \
  do {                                                               \
    unsigned before_ = trap.count;                                   \
    uintptr_t a_ = 5, b_ = 0;                                        \
    __asm__ volatile(instruction : "+r"(a_), "+r"(b_)::"memory");    \
    CHECK(trap.count == before_ + 1 && trap.cause == CAUSE_ILLEGAL); \
    CHECK((trap.value & 0x7f) == 0x5b);                              \
    CHECK(*(uint32_t*)trap.pc == (uint32_t)trap.value);              \
  } while (0)

static void registers(void) {
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_LOST);  // nobody owns the engine
  CHECK(fy_copy_engine_read(FY_COPY_CONTROL) == 0);
  fy_copy_engine_set(FY_COPY_CONTROL, 0);
  CHECK(fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_DONE);
  CHECK(fy_copy_engine_read(FY_COPY_CONTROL) == FY_COPY_TARGET_ALLOCATE);
  for (uintptr_t i = 0; i < 4; i++) {
    fy_copy_engine_write(i, 0x1234);
    fy_copy_engine_set(i, 0x8001);
    CHECK(fy_copy_engine_read(i) == 0x9235);
    fy_copy_engine_clear(i, 0x0205);
    CHECK(fy_copy_engine_read(i) == 0x9030);
    fy_copy_engine_write(i, 0);
  }
  fy_copy_engine_write(FY_COPY_CONTROL, 7);
  CHECK(fy_copy_engine_read(FY_COPY_CONTROL) == 7);
  fy_copy_engine_write(FY_COPY_CONTROL, FY_COPY_TARGET_ALLOCATE);
  const uintptr_t read_only[] = {FY_COPY_STATUS, FY_COPY_PAGE, FY_COPY_ERROR_ADDRESS};
  for (unsigned i = 0; i < 3; i++) {
    uint64_t before = fy_copy_engine_read(read_only[i]);
    fy_copy_engine_write(read_only[i], ~before);
    CHECK(fy_copy_engine_read(read_only[i]) == before);
  }
}

static void illegal(void) {
  TRAPS(".insn r 0x5b, 3, 2, x0, %0, %1");  // functs 2 and 3 do not exist
  TRAPS(".insn r 0x5b, 3, 3, x0, %0, %1");
  TRAPS(".insn r 0x5b, 3, 8, x0, %0, %1");
  TRAPS(".insn r 0x5b, 2, 0, x0, %0, %1");  // Transfer without xs2
  TRAPS(".insn r 0x5b, 7, 0, %0, %0, %1");  // Transfer with xd
  TRAPS(".insn r 0x5b, 2, 4, x0, %0, x0");  // Read-CR without xd
  TRAPS("li %0, 14\n .insn r 0x5b, 6, 4, %1, %0, x0");
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
}

// Every byte of the target area: the copy where it belongs, the fill everywhere else.
static void check_copy(size_t to, size_t from, size_t bytes) {
  for (size_t i = 0; i < to + bytes + 64; i++) {
    uint8_t wanted = i >= to && i < to + bytes ? source[from + i - to] : FILL;
    CHECK(target[i] == wanted);
  }
}

static void copies(void) {
  for (unsigned turn = 0; turn < 60; turn++) {
    size_t bytes = next_random() % (turn < 40 ? 131 : 5000);
    size_t from = next_random() % 128, to = 64 + next_random() % 128;
    memset(target, FILL, to + bytes + 64);
    CHECK(fy_copy_engine_memcpy(target + to, source + from, bytes) == FY_COPY_DONE);
    check_copy(to, from, bytes);
  }
}

// A sub-matrix of 7 rows of 24 bytes out of rows of `pitch`, and back into rows of another pitch.
static void strided(void) {
  struct fy_copy_shape out = {24, 7, 100 - 24, 0};
  memset(target, FILL, 1024);
  CHECK(fy_copy_engine_copy_strided(target + 5, source + 3, &out) == FY_COPY_DONE);
  for (size_t row = 0; row < 7; row++) {
    CHECK(memcmp(target + 5 + row * 24, source + 3 + row * 100, 24) == 0);
  }
  CHECK(target[4] == FILL && target[5 + 7 * 24] == FILL);

  struct fy_copy_shape in = {24, 7, 0, 40 - 24};
  memset(target, FILL, 1024);
  CHECK(fy_copy_engine_copy_strided(target, source, &in) == FY_COPY_DONE);
  for (size_t row = 0; row < 7; row++) {
    CHECK(memcmp(target + row * 40, source + row * 24, 24) == 0);
    for (size_t i = 24; i < 40; i++) CHECK(target[row * 40 + i] == FILL);
  }
#if __riscv_xlen == 64
  // Rows of the source backwards: the gap is minus two rows. Registers of RV32 hold no negative
  // gap, see fy_copy_engine.h.
  struct fy_copy_shape back = {24, 7, -48, 0};
  CHECK(fy_copy_engine_copy_strided(target, source + 6 * 24, &back) == FY_COPY_DONE);
  for (size_t row = 0; row < 7; row++) {
    CHECK(memcmp(target + row * 24, source + (6 - row) * 24, 24) == 0);
  }
#endif
  struct fy_copy_shape none = {24, 0, 0, 0};
  memset(target, FILL, 64);
  CHECK(fy_copy_engine_copy_strided(target, source, &none) == FY_COPY_DONE && target[0] == FILL);
}

static void overlap(void) {
  memcpy(target, source, 1000);
  CHECK(fy_copy_engine_memmove(target + 10, target, 500) == FY_COPY_DONE);
  CHECK(memcmp(target + 10, source, 500) == 0);
  CHECK(fy_copy_engine_memmove(target + 600, target + 10, 500) == FY_COPY_DONE);
  CHECK(memcmp(target + 600, source, 500) == 0);
}

static void pause_and_resume(void) {
  memset(target, FILL, LARGE + 64);
  fy_copy_engine_resume();
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE && target[0] == FILL);
  fy_copy_engine_start(target, source, LARGE);
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_PAUSE);
  CHECK(fy_copy_engine_wait() == FY_COPY_PAUSED);
  CHECK(target[LARGE - 1] == FILL);
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_PAUSE);
  fy_copy_engine_resume();
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
  check_copy(0, 0, LARGE);
}

#if __riscv_xlen == 64
static int no_page_in(void* argument, uintptr_t address, enum fy_copy_status status) {
  (void)argument, (void)address, (void)status;
  return 1;
}

// Two transfers share the engine, taken out and put back in turn; the shape registers of each hold
// something else by then.
static void save_and_restore(void) {
  struct fy_copy_state states[2] = {{.waiting = 0}, {.waiting = 0}};
  enum fy_copy_status status[2] = {FY_COPY_PAUSED, FY_COPY_PAUSED};
  const size_t segment = 1000, gap = 24, segments = 30;
  memset(target, FILL, LARGE + 64);
  for (unsigned turn = 0; turn < 200 && (status[0] || status[1]); turn++) {
    unsigned side = turn & 1;
    fy_copy_restore(&states[side]);
    if (turn < 2) {
      fy_copy_engine_write(FY_COPY_SOURCE_STRIDE, gap);
      fy_copy_engine_write(FY_COPY_TARGET_STRIDE, gap);
      fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, segment);
      fy_copy_engine_write(FY_COPY_SEGMENTS, segments);
      fy_copy_engine_transfer(target + side * 32768, source + side * 32768 + 3);
      for (uintptr_t i = 0; i < 4; i++) fy_copy_engine_write(i, 77 + side);
    } else {
      fy_copy_engine_resume();
    }
    fy_copy_save(&states[side]);
    status[side] = states[side].cursor[3] ? FY_COPY_PAUSED : FY_COPY_DONE;
    for (uintptr_t i = 0; i < 4; i++) CHECK(states[side].registers[i] == 77 + side);
  }
  CHECK(status[0] == FY_COPY_DONE && status[1] == FY_COPY_DONE);
  for (unsigned side = 0; side < 2; side++) {
    for (size_t i = 0; i < 32000; i++) {
      size_t in = i % (segment + gap);
      uint8_t wanted =
          in < segment && i < segments * (segment + gap) ? source[side * 32768 + 3 + i] : FILL;
      CHECK(target[side * 32768 + i] == wanted);
    }
  }
  fy_copy_restore(&states[0]);
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);
  fy_copy_engine_resume();
  CHECK(fy_copy_engine_wait() == FY_COPY_DONE);

  // The loop of a process finds a pause and resumes.
  fy_copy_engine_write(FY_COPY_CONTROL, FY_COPY_TARGET_ALLOCATE | FY_COPY_PAUSE);
  memset(target, FILL, 9000);
  fy_copy_engine_start(target, source, 8192);
  CHECK(fy_copy_engine_wait() == FY_COPY_PAUSED);
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_PAUSE);
  CHECK(fy_copy_engine_finish(no_page_in, 0) == FY_COPY_DONE);
  check_copy(0, 0, 8192);
}
#endif

// The byte behind the FENCE is the new one, wherever source and target were cached before.
static void coherence(void) {
  for (unsigned turn = 0; turn < 20; turn++) {
    size_t bytes = 1 + next_random() % 700;
    for (size_t i = 0; i < bytes; i++) source[i] = (uint8_t)(turn * 7 + i);  // dirty in the L1
    volatile uint8_t* cached = target;
    if (turn & 1) {
      memset(target, (int)turn, bytes);  // dirty
    } else {
      (void)cached[bytes - 1];  // clean
    }
    fy_copy_engine_start(target, source, bytes);
    fy_copy_engine_fence();
    CHECK(cached[bytes - 1] == (uint8_t)(turn * 7 + bytes - 1));
    CHECK(memcmp(target, source, bytes) == 0);
  }
}

int main(void) {
  record_traps();
  for (size_t i = 0; i < sizeof(source); i++) source[i] = (uint8_t)next_random();
  registers();
  illegal();
  copies();
  strided();
  overlap();
  pause_and_resume();
#if __riscv_xlen == 64
  save_and_restore();
#endif
  coherence();
  return 0;
}
