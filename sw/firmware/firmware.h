// SPDX-License-Identifier: Apache-2.0

/// Machine mode below a supervisor: the calls of the SBI 1.0 that a kernel makes on this platform
/// (base, time, ipi, rfence, hsm, srst), and console, timer and shutdown of version 0.1. RV64.
///
/// Traps of a supervisor and its users are theirs; misaligned accesses are not emulated. Anything
/// that nobody can go on from (a bus error, a trap of the firmware itself) ends the run with a
/// message and FY_FIRMWARE_FAILED.

#ifndef FY_FIRMWARE_H
#define FY_FIRMWARE_H

#include <stdint.h>

#include "fy_boot_state.h"
#include "fy_config.h"  // FY_HARTS: the most that a system has
#include "fy_map.h"

/// Exit codes; a supervisor that shuts down ends with success.
#define FY_FIRMWARE_FAILED 100u      ///< the firmware cannot go on
#define FY_SUPERVISOR_FAILED 101u    ///< shut down for a failure of the system
#define FY_SUPERVISOR_RESTARTS 102u  ///< asks for a reset, as a kernel does that panics

/// What starts, written into the program when it is put together.
struct fy_boot {
  uint64_t entry;        ///< of the supervisor
  uint64_t device_tree;  ///< its second argument
  uint64_t harts;        ///< that the system has
  uint64_t host;         ///< page of the simulator, struct fy_host
};
extern const volatile struct fy_boot fy_boot;

/// Registers of whoever trapped, as start.S saves them.
struct fy_frame {
  uint64_t a[8];  ///< a0 to a7
  uint64_t ra, t[7];
  uint64_t sp, unused;
};

enum fy_fence_kind { FY_FENCE_INSTRUCTION, FY_FENCE_SPACES, FY_FENCE_SPACE };

/// A FENCE.I, or an SFENCE.VMA of a range for all address spaces or for one.
struct fy_fence {
  enum fy_fence_kind kind;
  uint64_t start, size, space;
};

#define FY_SBI_FAILED -1
#define FY_SBI_NOT_SUPPORTED -2
#define FY_SBI_INVALID -3
#define FY_SBI_ALREADY_THERE -6

#define fy_csr_read(name)                                        \
  ({                                                             \
    uint64_t value_;                                             \
    __asm__ volatile("csrr %0, " name : "=r"(value_)::"memory"); \
    value_;                                                      \
  })
#define fy_csr_write(name, value) \
  __asm__ volatile("csrw " name ", %0" ::"rK"((uint64_t)(value)) : "memory")
#define fy_csr_set(name, value) \
  __asm__ volatile("csrs " name ", %0" ::"rK"((uint64_t)(value)) : "memory")
#define fy_csr_clear(name, value) \
  __asm__ volatile("csrc " name ", %0" ::"rK"((uint64_t)(value)) : "memory")

/// Bits of mip and mie.
#define FY_SUPERVISOR_SOFTWARE (1u << 1)
#define FY_MACHINE_SOFTWARE (1u << 3)
#define FY_SUPERVISOR_TIMER (1u << 5)
#define FY_MACHINE_TIMER (1u << 7)
#define FY_BUS_ERROR (1u << 16)

// ---- start.S
_Noreturn void fy_enter_supervisor(uint64_t hart, uint64_t opaque, uint64_t entry);

// ---- main.c
/// Writes why and ends the run.
_Noreturn void fy_stop(const char* why, uint64_t value);

// ---- console.c
void fy_put(char byte);
int fy_get(void);  ///< -1: nothing was typed
void fy_print(const char* text);
void fy_print_hexadecimal(uint64_t value);
_Noreturn void fy_exit(uint32_t code);

// ---- calls.c
/// Does what a supervisor asks for in its registers, and leaves the answer there.
void fy_call(struct fy_frame* frame);

// ---- state.c
/// Does what the first process asked for in the page of the simulator.
void fy_state_serve(void);
/// Goes on where a machine that was kept stood still. Never before reset.
_Noreturn void fy_state_go_on(void);
extern volatile uint64_t fy_state_kept;  ///< this memory is that of such a machine

// ---- harts.c
/// Waits until this hart is started by another, then enters its supervisor.
_Noreturn void fy_hart_wait(unsigned hart);
void fy_hart_started(unsigned hart);  ///< of the one that boots
/// What other harts left for this one: interrupts and fences.
void fy_hart_serve(unsigned hart);
int64_t fy_hart_start(uint64_t hart, uint64_t entry, uint64_t opaque);
int64_t fy_hart_state(uint64_t hart);
_Noreturn void fy_hart_stop(unsigned hart);
/// `base` of all ones: every hart, whatever the mask says.
int64_t fy_hart_interrupt(uint64_t mask, uint64_t base);
/// Returns when every hart of the mask has done it.
int64_t fy_hart_fence(uint64_t mask, uint64_t base, const struct fy_fence* fence);

#endif
