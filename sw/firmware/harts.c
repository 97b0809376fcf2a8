// SPDX-License-Identifier: Apache-2.0

/// The harts among each other. Who asks another for something writes it into that hart's entry,
/// then raises its software interrupt. A hart that waits serves its own entry, so two that wait for
/// each other go on.

#include "firmware.h"

#define SOFTWARE_INTERRUPT(hart) \
  (*(volatile uint32_t*)(FY_TIMER_MSIP + FY_TIMER_MSIP_STRIDE * (uint64_t)(hart)))
#define PAGE_BYTES 4096u
#define MOST_PAGES 64u  // that are fenced one by one

enum state { STARTED = 0, STOPPED = 1, STARTING = 2 };  // as hsm counts them

static struct {
  enum state state;
  uint64_t entry, opaque;
  uint32_t interrupted;  // by other supervisors
  uint32_t fence_asked;  // the fence below, and not yet done
} harts[FY_HARTS];

static struct fy_fence fence_now;  // of who holds the lock
static uint32_t fence_lock;

static void wake(uint64_t hart) {
  __asm__ volatile("fence" ::: "memory");
  SOFTWARE_INTERRUPT(hart) = 1;
}

static void perform(const struct fy_fence* fence) {
  if (fence->kind == FY_FENCE_INSTRUCTION) {
    __asm__ volatile("fence.i" ::: "memory");
    return;
  }
  const int one = fence->kind == FY_FENCE_SPACE;
  const uint64_t first = fence->start / PAGE_BYTES;
  const uint64_t pages = (fence->start % PAGE_BYTES + fence->size + PAGE_BYTES - 1) / PAGE_BYTES;
  // Size 0 at address 0, and all ones, mean the whole space.
  if (fence->size > MOST_PAGES * PAGE_BYTES || fence->size == 0) {
    if (one) {
      __asm__ volatile("sfence.vma zero, %0" ::"r"(fence->space) : "memory");
    } else {
      __asm__ volatile("sfence.vma" ::: "memory");
    }
    return;
  }
  for (uint64_t page = first; page < first + pages; page++) {
    if (one) {
      __asm__ volatile("sfence.vma %0, %1" ::"r"(page * PAGE_BYTES), "r"(fence->space) : "memory");
    } else {
      __asm__ volatile("sfence.vma %0" ::"r"(page * PAGE_BYTES) : "memory");
    }
  }
}

void fy_hart_serve(unsigned hart) {
  SOFTWARE_INTERRUPT(hart) = 0;
  __asm__ volatile("fence" ::: "memory");
  if (__atomic_exchange_n(&harts[hart].interrupted, 0, __ATOMIC_ACQ_REL) != 0) {
    fy_csr_set("mip", FY_SUPERVISOR_SOFTWARE);
  }
  if (__atomic_load_n(&harts[hart].fence_asked, __ATOMIC_ACQUIRE) != 0) {
    perform(&fence_now);
    __atomic_store_n(&harts[hart].fence_asked, 0, __ATOMIC_RELEASE);
  }
  if (hart == 0) fy_state_serve();
}

void fy_hart_started(unsigned hart) {
  for (unsigned other = 0; other < FY_HARTS; other++) harts[other].state = STOPPED;
  harts[hart].state = STARTED;
}

_Noreturn void fy_hart_wait(unsigned hart) {
  for (;;) {
    __asm__ volatile("wfi" ::: "memory");
    if ((fy_csr_read("mip") & FY_MACHINE_SOFTWARE) == 0) continue;
    fy_hart_serve(hart);
    if (__atomic_load_n(&harts[hart].state, __ATOMIC_ACQUIRE) == STARTING) break;
  }
  // What the hart knows of an earlier life must not be used.
  __asm__ volatile("fence.i\n\tsfence.vma" ::: "memory");
  harts[hart].state = STARTED;
  fy_enter_supervisor(hart, harts[hart].opaque, harts[hart].entry);
}

int64_t fy_hart_start(uint64_t hart, uint64_t entry, uint64_t opaque) {
  if (hart >= fy_boot.harts || hart >= FY_HARTS) return FY_SBI_INVALID;
  if (harts[hart].state != STOPPED) return FY_SBI_ALREADY_THERE;
  harts[hart].entry = entry;
  harts[hart].opaque = opaque;
  __atomic_store_n(&harts[hart].state, STARTING, __ATOMIC_RELEASE);
  wake(hart);
  return 0;
}

int64_t fy_hart_state(uint64_t hart) {
  if (hart >= fy_boot.harts || hart >= FY_HARTS) return FY_SBI_INVALID;
  return (int64_t)__atomic_load_n(&harts[hart].state, __ATOMIC_ACQUIRE);
}

_Noreturn void fy_hart_stop(unsigned hart) {
  fy_csr_clear("mie", FY_MACHINE_TIMER);
  fy_csr_clear("mip", FY_SUPERVISOR_TIMER | FY_SUPERVISOR_SOFTWARE);
  fy_csr_write("satp", 0);
  __atomic_store_n(&harts[hart].state, STOPPED, __ATOMIC_RELEASE);
  fy_csr_write("mstatus", 1u << 11);
  fy_hart_wait(hart);
}

static int named(uint64_t mask, uint64_t base, uint64_t hart) {
  if (base == ~0ull) return 1;
  return hart >= base && hart - base < 64 && (mask >> (hart - base) & 1) != 0;
}

// Whether the mask names a hart that is not there.
static int foreign(uint64_t mask, uint64_t base) {
  if (base == ~0ull || mask == 0) return 0;
  return base >= fy_boot.harts ||
         (fy_boot.harts - base < 64 && mask >> (fy_boot.harts - base) != 0);
}

int64_t fy_hart_interrupt(uint64_t mask, uint64_t base) {
  if (foreign(mask, base)) return FY_SBI_INVALID;
  for (uint64_t hart = 0; hart < fy_boot.harts; hart++) {
    if (!named(mask, base, hart)) continue;
    __atomic_store_n(&harts[hart].interrupted, 1, __ATOMIC_RELEASE);
    wake(hart);
  }
  return 0;
}

int64_t fy_hart_fence(uint64_t mask, uint64_t base, const struct fy_fence* fence) {
  if (foreign(mask, base)) return FY_SBI_INVALID;
  const unsigned self = (unsigned)fy_csr_read("mhartid");
  while (__atomic_exchange_n(&fence_lock, 1, __ATOMIC_ACQUIRE) != 0) fy_hart_serve(self);
  fence_now.kind = fence->kind;
  fence_now.start = fence->start;
  fence_now.size = fence->size;
  fence_now.space = fence->space;
  for (uint64_t hart = 0; hart < fy_boot.harts; hart++) {
    if (!named(mask, base, hart) || hart == self) continue;
    if (__atomic_load_n(&harts[hart].state, __ATOMIC_ACQUIRE) != STARTED) continue;
    __atomic_store_n(&harts[hart].fence_asked, 1, __ATOMIC_RELEASE);
    wake(hart);
  }
  if (named(mask, base, self)) perform(fence);
  for (uint64_t hart = 0; hart < fy_boot.harts; hart++) {
    while (__atomic_load_n(&harts[hart].fence_asked, __ATOMIC_ACQUIRE) != 0) {
      fy_hart_serve(self);
    }
  }
  __atomic_store_n(&fence_lock, 0, __ATOMIC_RELEASE);
  return 0;
}
