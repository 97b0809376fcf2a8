// SPDX-License-Identifier: Apache-2.0

/// Console, exit and host calls, and the few hooks that picolibc asks for.

#include <stdint.h>
#include <stdio.h>

#include "fy_host_calls.h"
#include "fy_platform.h"

#define TEST_DEVICE (*(volatile uint32_t*)FY_TEST_FINISH)
#define CONSOLE_DATA (*(volatile uint8_t*)FY_CONSOLE_DATA)
#define CONSOLE_STATUS (*(volatile uint8_t*)FY_CONSOLE_STATUS)
#define SOFTWARE_INTERRUPT ((volatile uint32_t*)FY_TIMER_MSIP)

volatile uint64_t fy_input __attribute__((section(".data.fy_input")));
volatile uint64_t fy_input_size __attribute__((section(".data.fy_input_size")));
volatile uint64_t fy_output __attribute__((section(".data.fy_output")));
volatile uint64_t fy_output_size __attribute__((section(".data.fy_output_size")));

extern volatile uint64_t tohost;
extern volatile uint64_t fromhost;

static int console_put(char byte, FILE* file) {
  (void)file;
  while ((CONSOLE_STATUS & FY_CONSOLE_STATUS_ROOM) == 0) {
  }
  CONSOLE_DATA = (uint8_t)byte;
  return (unsigned char)byte;
}

static int console_get(FILE* file) {
  (void)file;
  while ((CONSOLE_STATUS & FY_CONSOLE_STATUS_RECEIVED) == 0) {
  }
  return CONSOLE_DATA;
}

static FILE console = FDEV_SETUP_STREAM(console_put, console_get, NULL, _FDEV_SETUP_RW);
FILE* const stdin = &console;
FILE* const stdout = &console;
FILE* const stderr = &console;

_Noreturn void fy_exit(int code) {
  fy_fence();
  for (;;) {
    TEST_DEVICE = code == 0
                      ? FY_TEST_FINISH_STATUS_PASS
                      : (FY_TEST_FINISH_STATUS_FAIL | (uint32_t)code << FY_TEST_FINISH_CODE_SHIFT);
  }
}

_Noreturn void _exit(int code) { fy_exit(code); }

_Noreturn void fy_unexpected_trap(uintptr_t cause, uintptr_t pc, uintptr_t value) {
  printf("unexpected trap: mcause %#lx mepc %#lx mtval %#lx\n", (unsigned long)cause,
         (unsigned long)pc, (unsigned long)value);
  fy_exit(100);
}

static struct {
  void (*volatile function)(uintptr_t argument);
  volatile uintptr_t argument;
  volatile uintptr_t woken;
} work[FY_HARTS] __attribute__((section(".data")));

unsigned fy_harts(void) {
  unsigned count = 1;
  while (count < FY_HARTS) {
    // The bit of a hart that is not there reads zero; one that is there finds no work.
    SOFTWARE_INTERRUPT[count] = 1;
    const uint32_t there = SOFTWARE_INTERRUPT[count];
    SOFTWARE_INTERRUPT[count] = 0;
    if (there == 0 && work[count].woken == 0) break;
    count++;
  }
  return count;
}

void fy_start_hart(unsigned hart, void (*function)(uintptr_t argument), uintptr_t argument) {
  while (work[hart].function != NULL) {
  }
  work[hart].argument = argument;
  work[hart].function = function;
  fy_fence();
  SOFTWARE_INTERRUPT[hart] = 1;
}

void fy_wait_hart(unsigned hart) {
  while (work[hart].function != NULL) {
  }
  fy_fence();
}

// Entered by a secondary hart that was woken, on its own stack.
void fy_secondary(unsigned hart) {
  SOFTWARE_INTERRUPT[hart] = 0;
  while (SOFTWARE_INTERRUPT[hart] != 0) {
  }
  fy_fence();
  work[hart].woken = 1;
  if (work[hart].function == NULL) return;
  work[hart].function(work[hart].argument);
  fy_fence();
  work[hart].function = NULL;
}

// A host call travels as the address of a block in `tohost`; the host answers in the block.
static uint64_t host_call(uint64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                          uint64_t e) {
  static volatile uint64_t block[8] __attribute__((aligned(64)));
  block[0] = number;
  block[1] = a;
  block[2] = b;
  block[3] = c;
  block[4] = d;
  block[5] = e;
  fy_fence();
  tohost = (uint64_t)(uintptr_t)block;
  while (fromhost == 0) {
  }
  fromhost = 0;
  fy_fence();
  return block[0];
}

void fy_host_residency(const void* address, uint64_t bytes, enum fy_residency where) {
  host_call(FY_CALL_RESIDENCY, (uintptr_t)address, bytes, where, 0, 0);
}

void fy_host_fill(void* address, uint64_t bytes, uint8_t value) {
  host_call(FY_CALL_FILL, (uintptr_t)address, bytes, value, 0, 0);
}

uint64_t fy_host_strap(enum fy_strap strap, uint64_t value) {
  return host_call(FY_CALL_STRAP, strap, value, 0, 0, 0);
}

uint64_t fy_host_compare(const void* target, const void* source, uint64_t bytes, uint64_t guard,
                         uint8_t fill) {
  return host_call(FY_CALL_COMPARE, (uintptr_t)target, (uintptr_t)source, bytes, guard, fill);
}
