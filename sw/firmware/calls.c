// SPDX-License-Identifier: Apache-2.0

/// Calls of a supervisor: the extension stands in a7, the function in a6, the answer in a0 and a1.
/// Those of version 0.1 answer in a0 alone. Masks of version 0.1 lie in virtual memory: its
/// interrupts and fences are not there, and a kernel that knows version 0.2 does not ask for them.

#include "firmware.h"

#define VERSION (1u << 24)      // 1.0
#define IMPLEMENTATION 0x4679u  // not one that is registered

enum extension {
  LEGACY_TIMER = 0,
  LEGACY_PUT = 1,
  LEGACY_GET = 2,
  LEGACY_SHUTDOWN = 8,
  BASE = 0x10,
  TIME = 0x54494d45,
  INTERRUPT = 0x735049,
  FENCE = 0x52464e43,
  HART_STATE = 0x48534d,
  RESET = 0x53525354
};

struct answer {
  int64_t error;
  uint64_t value;
};

static void set_timer(uint64_t time) {
  const uint64_t hart = fy_csr_read("mhartid");
  *(volatile uint64_t*)(FY_TIMER_MTIMECMP + FY_TIMER_MTIMECMP_STRIDE * hart) = time;
  // It must not be seen late: the interrupt of the old time would come again at once.
  __asm__ volatile("fence" ::: "memory");
  fy_csr_clear("mip", FY_SUPERVISOR_TIMER);
  fy_csr_set("mie", FY_MACHINE_TIMER);
}

static int known(uint64_t extension) {
  switch (extension) {
    case LEGACY_TIMER:
    case LEGACY_PUT:
    case LEGACY_GET:
    case LEGACY_SHUTDOWN:
    case BASE:
    case TIME:
    case INTERRUPT:
    case FENCE:
    case HART_STATE:
    case RESET:
      return 1;
    default:
      return 0;
  }
}

static struct answer base(uint64_t function, uint64_t argument) {
  switch (function) {
    case 0:
      return (struct answer){0, VERSION};
    case 1:
      return (struct answer){0, IMPLEMENTATION};
    case 2:
      return (struct answer){0, 1};
    case 3:
      return (struct answer){0, (uint64_t)known(argument)};
    case 4:
      return (struct answer){0, fy_csr_read("mvendorid")};
    case 5:
      return (struct answer){0, fy_csr_read("marchid")};
    case 6:
      return (struct answer){0, fy_csr_read("mimpid")};
    default:
      return (struct answer){FY_SBI_NOT_SUPPORTED, 0};
  }
}

static struct answer fence(uint64_t function, const uint64_t* a) {
  if (function > FY_FENCE_SPACE) return (struct answer){FY_SBI_NOT_SUPPORTED, 0};
  const struct fy_fence wanted = {(enum fy_fence_kind)function, a[2], a[3], a[4]};
  return (struct answer){fy_hart_fence(a[0], a[1], &wanted), 0};
}

static struct answer hart_state(uint64_t function, const uint64_t* a) {
  switch (function) {
    case 0:
      return (struct answer){fy_hart_start(a[0], a[1], a[2]), 0};
    case 1:
      fy_hart_stop((unsigned)fy_csr_read("mhartid"));
    case 2: {
      const int64_t state = fy_hart_state(a[0]);
      return state < 0 ? (struct answer){state, 0} : (struct answer){0, (uint64_t)state};
    }
    default:
      return (struct answer){FY_SBI_NOT_SUPPORTED, 0};
  }
}

// Types: 0 shuts down, 1 and 2 start again, which nobody is there to do. Reason 1: it failed.
static struct answer reset(uint64_t type, uint64_t reason) {
  if (type > 2) return (struct answer){FY_SBI_INVALID, 0};
  if (type != 0) fy_exit(FY_SUPERVISOR_RESTARTS);
  fy_exit(reason == 0 ? 0 : FY_SUPERVISOR_FAILED);
}

static struct answer modern(uint64_t extension, uint64_t function, const uint64_t* a) {
  switch (extension) {
    case BASE:
      return base(function, a[0]);
    case FENCE:
      return fence(function, a);
    case HART_STATE:
      return hart_state(function, a);
    default:
      break;
  }
  if (function != 0) return (struct answer){FY_SBI_NOT_SUPPORTED, 0};
  switch (extension) {
    case TIME:
      set_timer(a[0]);
      return (struct answer){0, 0};
    case INTERRUPT:
      return (struct answer){fy_hart_interrupt(a[0], a[1]), 0};
    case RESET:
      return reset(a[0], a[1]);
    default:
      return (struct answer){FY_SBI_NOT_SUPPORTED, 0};
  }
}

void fy_call(struct fy_frame* frame) {
  uint64_t* a = frame->a;
  switch (a[7]) {
    case LEGACY_TIMER:
      set_timer(a[0]);
      a[0] = 0;
      return;
    case LEGACY_PUT:
      fy_put((char)a[0]);
      a[0] = 0;
      return;
    case LEGACY_GET:
      a[0] = (uint64_t)(int64_t)fy_get();
      return;
    case LEGACY_SHUTDOWN:
      fy_exit(0);
    default: {
      const struct answer found = modern(a[7], a[6], a);
      a[0] = (uint64_t)found.error;
      a[1] = found.value;
    }
  }
}
