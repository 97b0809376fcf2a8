// SPDX-License-Identifier: Apache-2.0

/// A machine that is kept, and goes on in another run. Who asks stands in a loop, interrupted by
/// the software interrupt that he raised, so the registers of his trap lie on the stack already;
/// here come those that calls preserve, control registers and time.

#include "firmware.h"
#include "fy_host_calls.h"

#define MTIME (*(volatile uint64_t*)FY_TIMER_MTIME)
#define MTIMECMP (*(volatile uint64_t*)FY_TIMER_MTIMECMP)

static struct {
  uint64_t time, compare, status, epc, enabled, pending, delegated, delegated_interrupts;
  uint64_t supervisor[8];
} machine __attribute__((section(".data")));
static uint64_t preserved[16] __attribute__((section(".data")));
volatile uint64_t fy_state_kept __attribute__((section(".data"))) = 0;

// state.S: 0 when it is called, 1 when fy_state_return comes back there.
int fy_state_mark(uint64_t* registers);
_Noreturn void fy_state_return(const uint64_t* registers);

static struct fy_host* host(void) { return (struct fy_host*)fy_boot.host; }

static void read_machine(void) {
  machine.status = fy_csr_read("mstatus");
  machine.epc = fy_csr_read("mepc");
  machine.enabled = fy_csr_read("mie");
  machine.pending = fy_csr_read("mip");
  machine.delegated = fy_csr_read("medeleg");
  machine.delegated_interrupts = fy_csr_read("mideleg");
  machine.supervisor[0] = fy_csr_read("stvec");
  machine.supervisor[1] = fy_csr_read("sscratch");
  machine.supervisor[2] = fy_csr_read("sepc");
  machine.supervisor[3] = fy_csr_read("scause");
  machine.supervisor[4] = fy_csr_read("stval");
  machine.supervisor[5] = fy_csr_read("satp");
  machine.supervisor[6] = fy_csr_read("scounteren");
  machine.supervisor[7] = fy_csr_read("mcounteren");
  machine.compare = MTIMECMP;
  machine.time = MTIME;
}

static void write_machine(void) {
  fy_csr_write("medeleg", machine.delegated);
  fy_csr_write("mideleg", machine.delegated_interrupts);
  fy_csr_write("mcountinhibit", 0);
  fy_csr_write("mcounteren", machine.supervisor[7]);
  fy_csr_write("scounteren", machine.supervisor[6]);
  fy_csr_write("stvec", machine.supervisor[0]);
  fy_csr_write("sscratch", machine.supervisor[1]);
  fy_csr_write("sepc", machine.supervisor[2]);
  fy_csr_write("scause", machine.supervisor[3]);
  fy_csr_write("stval", machine.supervisor[4]);
  fy_csr_write("satp", machine.supervisor[5]);
  fy_csr_write("mstatus", machine.status);
  fy_csr_write("mepc", machine.epc);
  MTIMECMP = machine.compare;
  MTIME = machine.time;
  fy_csr_write("mie", machine.enabled);
  fy_csr_write("mip", machine.pending);
}

// 0: the simulator has kept all memory below its page.
static uint64_t keep_memory(void) {
  volatile uint64_t* const block = (volatile uint64_t*)(fy_boot.host + FY_HOST_CALL);
  block[0] = FY_CALL_CAPTURE;
  block[1] = FY_MEMORY_BASE;
  block[2] = fy_boot.host - FY_MEMORY_BASE;
  __asm__ volatile("fence" ::: "memory");
  host()->tohost = (uint64_t)block;
  while (host()->fromhost == 0) {
  }
  host()->fromhost = 0;
  __asm__ volatile("fence" ::: "memory");
  return block[0];
}

void fy_state_serve(void) {
  if (fy_boot.host == 0 || host()->request != FY_STATE_KEEP) return;
  host()->request = 0;
  uint64_t answer = FY_STATE_GOES_ON;
  if (host()->input != 0) {
    read_machine();
    if (fy_state_mark(preserved) != 0) {
      answer = FY_STATE_WAS_KEPT;
    } else {
      fy_state_kept = 1;
      if (keep_memory() == 0) fy_exit(0);
      fy_state_kept = 0;
    }
  }
  host()->answer = answer;
}

_Noreturn void fy_state_go_on(void) {
  fy_state_kept = 0;
  write_machine();
  __asm__ volatile("fence.i\n\tsfence.vma" ::: "memory");
  fy_state_return(preserved);
}
