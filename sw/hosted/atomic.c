// SPDX-License-Identifier: Apache-2.0

/// Atomics of C11 that the compiler calls for, as the core has none of their size: of 1 and 2 bytes
/// by LR/SC of the word around them, of 8 bytes on RV32 and of any other size under a lock.
/// All are sequentially consistent, whatever order is asked for.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __riscv_atomic

static uint32_t lock;

static void take(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0) {
  }
}

static void give(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

// ---- parts of a word ------------------------------------------------------------------------

#define PLACE(size)                                                       \
  uint32_t* const word = (uint32_t*)((uintptr_t)address & ~(uintptr_t)3); \
  const unsigned shift = 8 * ((unsigned)(uintptr_t)address & 3);          \
  const uint32_t mask = (uint32_t)((1ull << 8 * (size)) - 1) << shift;    \
  uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED)

#define REPLACE(value)                                                                        \
  while (!__atomic_compare_exchange_n(word, &seen,                                            \
                                      (seen & ~mask) | (((uint32_t)(value) << shift) & mask), \
                                      false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {           \
  }

#define OLD(type) ((type)((seen & mask) >> shift))

#define FETCH(type, size, name, expression)                                \
  type fy_##name##_##size(volatile void* address, type value,              \
                          int order) __asm__("__atomic_" #name "_" #size); \
  type fy_##name##_##size(volatile void* address, type value, int order) { \
    (void)order;                                                           \
    PLACE(size);                                                           \
    REPLACE(expression)                                                    \
    return OLD(type);                                                      \
  }

#define PART(type, size)                                                                       \
  FETCH(type, size, exchange, value)                                                           \
  FETCH(type, size, fetch_add, OLD(type) + value)                                              \
  FETCH(type, size, fetch_sub, OLD(type) - value)                                              \
  FETCH(type, size, fetch_and, OLD(type) & value)                                              \
  FETCH(type, size, fetch_or, OLD(type) | value)                                               \
  FETCH(type, size, fetch_xor, OLD(type) ^ value)                                              \
  FETCH(type, size, fetch_nand, ~(OLD(type) & value))                                          \
  bool fy_compare_##size(volatile void* address, void* wanted, type value, bool weak, int yes, \
                         int no) __asm__("__atomic_compare_exchange_" #size);                  \
  bool fy_compare_##size(volatile void* address, void* wanted, type value, bool weak, int yes, \
                         int no) {                                                             \
    (void)weak, (void)yes, (void)no;                                                           \
    PLACE(size);                                                                               \
    do {                                                                                       \
      if (OLD(type) != *(type*)wanted) {                                                       \
        *(type*)wanted = OLD(type);                                                            \
        return false;                                                                          \
      }                                                                                        \
    } while (!__atomic_compare_exchange_n(word, &seen,                                         \
                                          (seen & ~mask) | ((uint32_t)value << shift), false,  \
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));                \
    return true;                                                                               \
  }

PART(uint8_t, 1)
PART(uint16_t, 2)

// ---- under the lock ---------------------------------------------------------------------------

void fy_load(size_t size, const volatile void* from, void* to, int order) __asm__("__atomic_load");
void fy_load(size_t size, const volatile void* from, void* to, int order) {
  (void)order;
  take();
  memcpy(to, (const void*)from, size);
  give();
}

void fy_store(size_t size, volatile void* to, const void* from,
              int order) __asm__("__atomic_store");
void fy_store(size_t size, volatile void* to, const void* from, int order) {
  (void)order;
  take();
  memcpy((void*)to, from, size);
  give();
}

void fy_exchange(size_t size, volatile void* address, const void* value, void* before,
                 int order) __asm__("__atomic_exchange");
void fy_exchange(size_t size, volatile void* address, const void* value, void* before, int order) {
  (void)order;
  take();
  memcpy(before, (const void*)address, size);
  memcpy((void*)address, value, size);
  give();
}

bool fy_compare(size_t size, volatile void* address, void* wanted, const void* value, int yes,
                int no) __asm__("__atomic_compare_exchange");
bool fy_compare(size_t size, volatile void* address, void* wanted, const void* value, int yes,
                int no) {
  (void)yes, (void)no;
  take();
  const bool equal = memcmp((const void*)address, wanted, size) == 0;
  if (equal) {
    memcpy((void*)address, value, size);
  } else {
    memcpy(wanted, (const void*)address, size);
  }
  give();
  return equal;
}

#if __riscv_xlen == 32

#define WIDE(name, expression)                                                \
  uint64_t fy_##name##_8(volatile void* address, uint64_t value,              \
                         int order) __asm__("__atomic_" #name "_8");          \
  uint64_t fy_##name##_8(volatile void* address, uint64_t value, int order) { \
    (void)order;                                                              \
    take();                                                                   \
    const uint64_t old = *(volatile uint64_t*)address;                        \
    *(volatile uint64_t*)address = (expression);                              \
    give();                                                                   \
    return old;                                                               \
  }

WIDE(exchange, value)
WIDE(fetch_add, old + value)
WIDE(fetch_sub, old - value)
WIDE(fetch_and, old& value)
WIDE(fetch_or, old | value)
WIDE(fetch_xor, old ^ value)
WIDE(fetch_nand, ~(old& value))

uint64_t fy_load_8(const volatile void* address, int order) __asm__("__atomic_load_8");
uint64_t fy_load_8(const volatile void* address, int order) {
  uint64_t value;
  fy_load(sizeof value, address, &value, order);
  return value;
}

void fy_store_8(volatile void* address, uint64_t value, int order) __asm__("__atomic_store_8");
void fy_store_8(volatile void* address, uint64_t value, int order) {
  fy_store(sizeof value, address, &value, order);
}

bool fy_compare_8(volatile void* address, void* wanted, uint64_t value, bool weak, int yes,
                  int no) __asm__("__atomic_compare_exchange_8");
bool fy_compare_8(volatile void* address, void* wanted, uint64_t value, bool weak, int yes,
                  int no) {
  (void)weak;
  return fy_compare(sizeof value, address, wanted, &value, yes, no);
}

#endif
#endif
