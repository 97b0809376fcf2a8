// SPDX-License-Identifier: Apache-2.0

/// What every program on the platform can use: cycle counter, console, exit, the simulator's host.
/// A system with the memory map of QEMU's virt machine runs the same ELF (without host calls).

#ifndef FY_PLATFORM_H
#define FY_PLATFORM_H

#include <stdint.h>

#include "fy_config.h"  // harts and straps, generated from the system's config.toml
#include "fy_map.h"     // addresses, generated from its map.toml and its devices' registers.toml

/// Input given with `fy run --input`: its address and size in bytes; 0 without.
extern volatile uint64_t fy_input;
extern volatile uint64_t fy_input_size;

/// Set by the program: what `--output` writes at the end, address and size in bytes.
extern volatile uint64_t fy_output;
extern volatile uint64_t fy_output_size;

/// Cycles since reset (the lower 64 bits on RV64, 32 bits on RV32).
static inline uintptr_t fy_cycles(void) {
  uintptr_t value;
  __asm__ volatile("csrr %0, mcycle" : "=r"(value)::"memory");
  return value;
}

/// Instructions retired since reset.
static inline uintptr_t fy_instructions(void) {
  uintptr_t value;
  __asm__ volatile("csrr %0, minstret" : "=r"(value)::"memory");
  return value;
}

/// Orders all earlier accesses, and waits for a coprocessor that is busy.
static inline void fy_fence(void) { __asm__ volatile("fence" ::: "memory"); }

/// Number of this hart; machine mode.
static inline unsigned fy_hart(void) {
  uintptr_t value;
  __asm__ volatile("csrr %0, mhartid" : "=r"(value));
  return (unsigned)value;
}

/// Number of harts of this system. Wakes the others for a moment; for hart 0.
unsigned fy_harts(void);

/// Runs `function(argument)` on a secondary hart (1 to fy_harts() - 1) once its former work
/// is done. The function has a stack of 16 KB, machine mode, no interrupts; the C library's console
/// and heap are for one hart at a time. All that was stored before is seen by the function.
void fy_start_hart(unsigned hart, void (*function)(uintptr_t argument), uintptr_t argument);

/// Waits until the work of a hart is done; all that it stored is seen afterwards.
void fy_wait_hart(unsigned hart);

/// Where fy_host_residency puts lines.
enum fy_residency {
  FY_RESIDENT_L2 = 0,     ///< in the L2, in no L1
  FY_RESIDENT_MEMORY = 1  ///< in memory alone
};

/// Asks the host to move the lines of [address, address + bytes) to `where`, coherently.
void fy_host_residency(const void* address, uint64_t bytes, enum fy_residency where);

/// Asks the host to write `value` to [address, address + bytes), coherently; whole lines then lie
/// in the L2 and in no L1.
void fy_host_fill(void* address, uint64_t bytes, uint8_t value);

/// Sets a strap; returns 0, or 1 when the build does not allow the value. The model of memory may
/// be changed only while nothing is on its way to memory.
uint64_t fy_host_strap(enum fy_strap strap, uint64_t value);

/// Asks the host to compare target with source through its coherent agent.
/// Returns the number of differing bytes plus that of the `guard` bytes on each side of the
/// target that do not hold `fill`.
uint64_t fy_host_compare(const void* target, const void* source, uint64_t bytes, uint64_t guard,
                         uint8_t fill);

/// Ends the program; 0 is success.
_Noreturn void fy_exit(int code);

#endif
