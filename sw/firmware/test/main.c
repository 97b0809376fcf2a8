// SPDX-License-Identifier: Apache-2.0

/// A supervisor that makes every call of the firmware and checks what comes of it. The first byte
/// on the console says how it ends: `f` by a failure of the system, `r` by a restart, `b` by a bus
/// error, anything else by a shutdown of version 1.0, `0` by one of version 0.1.

#include <stdint.h>

#include "fy_config.h"
#include "fy_map.h"

#define BASE 0x10
#define TIME 0x54494d45
#define INTERRUPT 0x735049
#define FENCE 0x52464e43
#define HART 0x48534d
#define RESET 0x53525354
#define NOT_SUPPORTED -2
#define INVALID -3
#define ALREADY_THERE -6
#define STARTED 0
#define STOPPED 1

#define SOFTWARE 2u
#define TIMER 32u
#define PAGE 4096u
#define LEAF 0xcfu  // valid, all rights of a supervisor, accessed, dirty
#define VIRTUAL 0xc0000000ul
#define ROUNDS 20u

struct answer {
  long error, value;
};

extern void _start(void);
extern volatile uint32_t changed[];
extern long changed_now(void) __asm__("changed");

static volatile uint32_t step;  // what harts 0 and 1 have agreed on
static volatile long seen;      // by hart 1
static volatile uint64_t opaque_seen;
static uint64_t tables[3][512] __attribute__((aligned(4096)));
static volatile uint64_t frames[2][512] __attribute__((aligned(4096)));

#define READ(name)                                               \
  ({                                                             \
    uint64_t value_;                                             \
    __asm__ volatile("csrr %0, " name : "=r"(value_)::"memory"); \
    value_;                                                      \
  })

static struct answer call(long extension, long function, uint64_t a, uint64_t b, uint64_t c,
                          uint64_t d, uint64_t e) {
  register uint64_t a0 __asm__("a0") = a;
  register uint64_t a1 __asm__("a1") = b;
  register uint64_t a2 __asm__("a2") = c;
  register uint64_t a3 __asm__("a3") = d;
  register uint64_t a4 __asm__("a4") = e;
  register long a6 __asm__("a6") = function;
  register long a7 __asm__("a7") = extension;
  __asm__ volatile("ecall"
                   : "+r"(a0), "+r"(a1)
                   : "r"(a2), "r"(a3), "r"(a4), "r"(a6), "r"(a7)
                   : "memory");
  return (struct answer){(long)a0, (long)a1};
}

static struct answer call1(long extension, long function, uint64_t a) {
  return call(extension, function, a, 0, 0, 0, 0);
}

static void print(const char* text) {
  for (; *text != '\0'; text++) call1(1, 0, (uint8_t)*text);
}

static _Noreturn void end(uint64_t type, uint64_t reason) {
  call(RESET, 0, type, reason, 0, 0, 0);
  for (;;) {
  }
}

#define CHECK(condition)                \
  do {                                  \
    if (!(condition)) {                 \
      print("wrong: " #condition "\n"); \
      end(0, 1);                        \
    }                                   \
  } while (0)

_Noreturn void unexpected(uint64_t cause, uint64_t pc) {
  print("unexpected trap\n");
  (void)cause;
  (void)pc;
  end(0, 1);
}

static void meet(uint32_t wanted) {
  while (__atomic_load_n(&step, __ATOMIC_ACQUIRE) != wanted) {
  }
}

static void go(uint32_t next) { __atomic_store_n(&step, next, __ATOMIC_RELEASE); }

static void base(void) {
  CHECK(call1(BASE, 0, 0).value == 1 << 24);
  CHECK(call1(BASE, 1, 0).error == 0 && call1(BASE, 2, 0).value == 1);
  const long there[] = {0, 1, 2, 8, BASE, TIME, INTERRUPT, FENCE, HART, RESET};
  for (unsigned i = 0; i < sizeof there / sizeof there[0]; i++) {
    CHECK(call1(BASE, 3, (uint64_t)there[i]).value == 1);
  }
  CHECK(call1(BASE, 3, 4).value == 0 && call1(BASE, 3, 0x735048).value == 0);
  CHECK(call1(BASE, 4, 0).error == 0 && call1(BASE, 5, 0).error == 0);
  CHECK(call1(BASE, 6, 0).error == 0 && call1(BASE, 7, 0).error == NOT_SUPPORTED);
  CHECK(call1(0x12345, 0, 0).error == NOT_SUPPORTED && call1(TIME, 1, 0).error == NOT_SUPPORTED);
  CHECK(call1(RESET, 0, 3).error == INVALID && call1(RESET, 1, 0).error == NOT_SUPPORTED);
}

// Both calls: pending at its time and not before, gone with a later one.
static void timer(void) {
  CHECK(READ("cycle") != 0 && READ("instret") != 0);
  for (unsigned legacy = 0; legacy < 2; legacy++) {
    const uint64_t at = READ("time") + 2000;
    CHECK(call1(legacy ? 0 : TIME, 0, at).error == 0);
    while ((READ("sip") & TIMER) == 0) CHECK(READ("time") < at + 2000);
    CHECK(READ("time") >= at);
    call1(legacy ? 0 : TIME, 0, ~0ull);
    CHECK((READ("sip") & TIMER) == 0);
  }
}

static void interrupts(void) {
  CHECK(call(INTERRUPT, 0, 1, 0, 0, 0, 0).error == 0);
  while ((READ("sip") & SOFTWARE) == 0) {
  }
  __asm__ volatile("csrc sip, %0" ::"r"(SOFTWARE));
  CHECK((READ("sip") & SOFTWARE) == 0);
  CHECK(call(INTERRUPT, 0, 1, FY_HARTS, 0, 0, 0).error == INVALID);
  CHECK(call(INTERRUPT, 0, 1ull << 63, 0, 0, 0, 0).error == INVALID);
  for (unsigned kind = 0; kind < 3; kind++) {
    CHECK(call(FENCE, kind, ~0ull, ~0ull, VIRTUAL, PAGE, 0).error == 0);
    CHECK(call(FENCE, kind, 1, 0, 0, ~0ull, 1).error == 0);
  }
  CHECK(call(FENCE, 3, 1, 0, 0, 0, 0).error == NOT_SUPPORTED);
  CHECK(call(FENCE, 0, 1, 70, 0, 0, 0).error == INVALID);
}

// ---- two harts --------------------------------------------------------------------------------

static void map(unsigned frame) {
  tables[2][0] = (uint64_t)(uintptr_t)frames[frame] >> 12 << 10 | LEAF;
}

static void make_tables(void) {
  tables[0][FY_MEMORY_BASE >> 30] = (uint64_t)FY_MEMORY_BASE >> 12 << 10 | LEAF | 32;
  tables[0][VIRTUAL >> 30] = (uint64_t)(uintptr_t)tables[1] >> 12 << 10 | 1;
  tables[1][0] = (uint64_t)(uintptr_t)tables[2] >> 12 << 10 | 1;
  frames[0][0] = 10;
  frames[1][0] = 11;
  map(0);
}

// What hart 1 does between the steps of hart 0. It keeps asking the firmware, so that fences of
// both harts wait for each other.
static _Noreturn void other(uint64_t opaque) {
  opaque_seen = opaque;
  if (opaque == 2) {
    go(2);
    call1(HART, 1, 0);
  }
  while ((READ("sip") & SOFTWARE) == 0) {
  }
  __asm__ volatile("csrc sip, %0" ::"r"(SOFTWARE));
  __asm__ volatile(
      "sfence.vma\n\tcsrw satp, %0\n\tsfence.vma" ::"r"(8ull << 60 | (uintptr_t)tables[0] >> 12));
  seen = changed_now() + *(volatile long*)VIRTUAL;
  go(3);
  for (unsigned round = 0; round < ROUNDS; round++) {
    CHECK(call(FENCE, 1, 3, 0, VIRTUAL + PAGE, PAGE, 0).error == 0);
  }
  meet(4);
  seen = changed_now() + *(volatile long*)VIRTUAL;
  go(5);
  meet(6);
  seen = *(volatile long*)VIRTUAL;
  go(7);
  call1(HART, 1, 0);
  for (;;) {
  }
}

static void together(void) {
  make_tables();
  const uint64_t entry = (uint64_t)(uintptr_t)_start;
  CHECK(call1(HART, 2, 1).value == STOPPED);
  CHECK(call(HART, 0, 1, entry, 2, 0, 0).error == 0);
  meet(2);
  while (call1(HART, 2, 1).value != STOPPED) {
  }
  CHECK(opaque_seen == 2);
  CHECK(call(HART, 0, 1, entry, 7, 0, 0).error == 0);
  CHECK(call(HART, 0, 1, entry, 7, 0, 0).error == ALREADY_THERE);
  while (call1(HART, 2, 1).value != STARTED) {
  }
  CHECK(call(INTERRUPT, 0, 1, 1, 0, 0, 0).error == 0);
  meet(3);
  CHECK(opaque_seen == 7 && seen == 1 + 10);
  for (unsigned round = 0; round < ROUNDS; round++) {
    CHECK(call(FENCE, 0, 3, 0, 0, 0, 0).error == 0);
  }
  changed[0] = 0x00200513;  // li a0, 2
  map(1);
  CHECK(call(FENCE, 0, 2, 0, 0, 0, 0).error == 0);
  CHECK(call(FENCE, 1, 2, 0, VIRTUAL, PAGE, 0).error == 0);
  go(4);
  meet(5);
  CHECK(seen == 2 + 11);
  map(0);
  CHECK(call(FENCE, 2, 1, 1, VIRTUAL, PAGE, 0).error == 0);
  go(6);
  meet(7);
  CHECK(seen == 10);
  while (call1(HART, 2, 1).value != STOPPED) {
  }
}

_Noreturn void supervisor(uint64_t hart, uint64_t opaque) {
  if (hart != 0) other(opaque);
  long key;
  while ((key = call1(2, 0, 0).error) < 0) {
  }
  base();
  timer();
  interrupts();
  CHECK(call1(HART, 2, 0).value == STARTED);
  CHECK(call1(HART, 2, 64).error == INVALID && call(HART, 0, 64, 0, 0, 0, 0).error == INVALID);
  CHECK(call1(HART, 3, 0).error == NOT_SUPPORTED);
  if (call1(HART, 2, 1).error == 0) together();
  print("all calls answered\n");
  if (key == 'f') end(0, 1);
  if (key == 'r') end(1, 0);
  if (key == 'b') (void)*(volatile uint32_t*)FY_INTERRUPT_CONTROLLER_BASE;
  if (key == '0') call1(8, 0, 0);
  end(0, 0);
}
