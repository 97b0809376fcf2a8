// SPDX-License-Identifier: Apache-2.0

/// What every hart does after reset, and who serves which trap.

#include "firmware.h"

#define INTERRUPT (1ull << 63)
#define CALL_OF_SUPERVISOR 9u

// All exceptions but calls of a supervisor and of machine mode, and the interrupts of a supervisor.
#define EXCEPTIONS 0xb1ffu
#define INTERRUPTS 0x222u
#define COUNTERS 7u  // cycle, time, instret
#define TO_SUPERVISOR (1u << 11)

const volatile struct fy_boot fy_boot __attribute__((section(".data"))) = {0, 0, 1, 0};

_Noreturn void fy_stop(const char* why, uint64_t value) {
  fy_print("firmware: hart ");
  fy_print_hexadecimal(fy_csr_read("mhartid"));
  fy_print(": ");
  fy_print(why);
  fy_print(" ");
  fy_print_hexadecimal(value);
  fy_print("; mcause ");
  fy_print_hexadecimal(fy_csr_read("mcause"));
  fy_print(" mepc ");
  fy_print_hexadecimal(fy_csr_read("mepc"));
  fy_print(" mtval ");
  fy_print_hexadecimal(fy_csr_read("mtval"));
  fy_print("\n");
  fy_exit(FY_FIRMWARE_FAILED);
}

_Noreturn void fy_firmware_stop(void) {
  fy_stop("trap of the firmware itself, at", fy_csr_read("mepc"));
}

_Noreturn void fy_firmware_start(unsigned hart) {
  fy_csr_write("medeleg", EXCEPTIONS);
  fy_csr_write("mideleg", INTERRUPTS);
  fy_csr_write("mcounteren", COUNTERS);
  fy_csr_write("scounteren", COUNTERS);
  fy_csr_write("mcountinhibit", 0);
  fy_csr_write("satp", 0);
  fy_csr_write("mie", FY_MACHINE_SOFTWARE | FY_BUS_ERROR);
  fy_csr_write("mstatus", TO_SUPERVISOR);
  if (hart != 0) fy_hart_wait(hart);
  fy_hart_started(hart);
  fy_enter_supervisor(hart, fy_boot.device_tree, fy_boot.entry);
}

static _Noreturn void bus_error(void) {
#ifdef FY_COUNTER_BUS_ERROR_ADDRESS
  fy_stop("bus error at", *(const volatile uint64_t*)FY_COUNTER_BUS_ERROR_ADDRESS);
#else
  fy_stop("bus error, mip is", fy_csr_read("mip"));
#endif
}

void fy_firmware_trap(struct fy_frame* frame) {
  const uint64_t cause = fy_csr_read("mcause");
  switch (cause) {
    case CALL_OF_SUPERVISOR:
      fy_csr_write("mepc", fy_csr_read("mepc") + 4);
      fy_call(frame);
      break;
    case INTERRUPT | 3:
      fy_hart_serve((unsigned)fy_csr_read("mhartid"));
      break;
    case INTERRUPT | 7:  // until the supervisor sets another time
      fy_csr_clear("mie", FY_MACHINE_TIMER);
      fy_csr_set("mip", FY_SUPERVISOR_TIMER);
      break;
    case INTERRUPT | 16:
      bus_error();
    default:
      fy_stop("unknown trap", cause);
  }
}
