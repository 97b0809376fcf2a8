// SPDX-License-Identifier: Apache-2.0

/// Accesses that fail: by the address table before they leave the hart, at the memory behind the
/// L2, and under the copy engine.

#include <string.h>

#include "../check.h"
#include "fy_copy_engine.h"
#include "fy_counters.h"
#include "fy_platform.h"

#define UNMAPPED 0x40000000u    // in no region
#define MEMORY_END 0x90000000u  // the hart, the crossbar and the memory end here
#define BUS_ERROR_INTERRUPT 16

static uint8_t buffer[16384] __attribute__((aligned(4096)));

static void precise(void) {
  volatile uint32_t* unmapped = (volatile uint32_t*)(uintptr_t)UNMAPPED;
  (void)*unmapped;
  CHECK(trap.count == 1 && trap.cause == CAUSE_LOAD_ACCESS && trap.value == UNMAPPED);
  unmapped[1] = 1;
  CHECK(trap.count == 2 && trap.cause == CAUSE_STORE_ACCESS && trap.value == UNMAPPED + 4);
  ((void (*)(void))(uintptr_t)UNMAPPED)();
  CHECK(trap.count == 3 && trap.cause == CAUSE_FETCH_ACCESS && trap.pc == UNMAPPED);
}

static void engine_error(uintptr_t to, uintptr_t from, size_t bytes, enum fy_copy_status status,
                         uintptr_t address) {
  CHECK(fy_copy_engine_memcpy((void*)to, (const void*)from, bytes) == status);
  CHECK(fy_copy_engine_read(FY_COPY_ERROR_ADDRESS) == address);
  CHECK(fy_copy_engine_read(FY_COPY_PAGE) == address >> 12);
  // The engine works again at once.
  memset(buffer + 8192, 0, 256);
  CHECK(fy_copy_engine_memcpy(buffer + 8192, buffer, 256) == FY_COPY_DONE);
  CHECK(memcmp(buffer + 8192, buffer, 256) == 0);
}

static void engine(void) {
  uintptr_t own = (uintptr_t)buffer;
  for (size_t i = 0; i < sizeof(buffer); i++) buffer[i] = (uint8_t)(i * 13);
  engine_error(own + 4096, UNMAPPED + 3, 1000, FY_COPY_SOURCE_ACCESS_FAULT, UNMAPPED + 3);
  engine_error(UNMAPPED + 7, own, 1000, FY_COPY_TARGET_ACCESS_FAULT, UNMAPPED + 7);
  engine_error(own + 4096, MEMORY_END - 100, 300, FY_COPY_SOURCE_ACCESS_FAULT, MEMORY_END);
  engine_error(MEMORY_END - 70, own + 1, 300, FY_COPY_TARGET_ACCESS_FAULT, MEMORY_END);
  engine_error(own + 4096, 8, 1, FY_COPY_SOURCE_ACCESS_FAULT, 8);
  CHECK(memcmp((void*)(uintptr_t)(MEMORY_END - 64), buffer + 1 + 6, 64) == 0);
}

// A device access inside the table's region that no device answers is late: a local interrupt.
static void late(void) {
  on_interrupt = NULL;
  *(volatile uint64_t*)FY_COUNTER_BUS_ERROR = 0;
  volatile uint32_t* hole =
      (volatile uint32_t*)(uintptr_t)FY_INTERRUPT_CONTROLLER_BASE;  // no PLIC yet
  unsigned before = trap.count;
  SET_CSR("mie", (uintptr_t)1 << BUS_ERROR_INTERRUPT);
  SET_CSR("mstatus", 8);
  (void)*hole;
  fy_fence();
  for (int i = 0; i < 50 && trap.count == before; i++) fy_fence();
  CHECK(trap.count == before + 1);
  CHECK(trap.cause == (CAUSE_INTERRUPT | BUS_ERROR_INTERRUPT));
  CHECK(*(volatile uint64_t*)FY_COUNTER_BUS_ERROR_ADDRESS == FY_INTERRUPT_CONTROLLER_BASE);
  CHECK(*(volatile uint32_t*)FY_COUNTER_BUS_ERROR != 0);
  *(volatile uint32_t*)FY_COUNTER_BUS_ERROR = 0;
  fy_fence();
  CHECK((READ_CSR("mip") >> BUS_ERROR_INTERRUPT & 1) == 0);
}

int main(void) {
  record_traps();
  precise();
  engine();
  late();
  return 0;
}
