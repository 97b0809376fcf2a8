// SPDX-License-Identifier: Apache-2.0

/// Programs in a program: a machine-mode kernel runs a context until it traps. RV64 only.

#ifndef FY_CONTEXT_H
#define FY_CONTEXT_H

#include <stdint.h>

#define FY_STATUS_USER 0x00000u  ///< mstatus.MPP: where the context runs
#define FY_STATUS_SUPERVISOR 0x00800u
#define FY_STATUS_MACHINE 0x01800u
#define FY_STATUS_SUM 0x40000u  ///< supervisor may touch pages of users
#define FY_STATUS_MXR 0x80000u  ///< what can be executed can be read

#define FY_REGISTER_SP 2
#define FY_REGISTER_A0 10
#define FY_REGISTER_A1 11
#define FY_REGISTER_A7 17

/// Registers of a program that does not run; x[0] is its pc.
struct fy_context {
  uint64_t x[32];
  uint64_t status;  ///< FY_STATUS_*
  uint64_t satp;
  uint64_t kernel_stack;  ///< for fy_run alone
};

/// Runs a context until the next trap that comes to machine mode and returns mcause; mepc is in
/// x[0], mtval still in its register. Interrupts that are enabled in mie come back here too.
/// Translations of other address spaces with the same ASID have to be fenced before.
uint64_t fy_run(struct fy_context* context);

#endif
