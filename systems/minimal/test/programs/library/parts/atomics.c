// SPDX-License-Identifier: Apache-2.0
#include <stdatomic.h>
#include <string.h>

#include "parts.h"

// One type by every operation that the compiler knows; the neighbours must keep their values.
#define TRY(type)                                                                         \
  static int try_##type(void) {                                                           \
    static struct {                                                                       \
      type before;                                                                        \
      _Atomic type value;                                                                 \
      type after;                                                                         \
    } cell = {.before = 11, .value = 5, .after = 12};                                     \
    type wanted = 4;                                                                      \
    if (atomic_compare_exchange_strong(&cell.value, &wanted, 9)) return 0;                \
    if (wanted != 5) return 0;                                                            \
    if (!atomic_compare_exchange_strong(&cell.value, &wanted, 9)) return 0;               \
    if (atomic_exchange(&cell.value, 100) != 9) return 0;                                 \
    if (atomic_fetch_add(&cell.value, 20) != 100) return 0;                               \
    if (atomic_fetch_sub(&cell.value, 121) != 120) return 0;                              \
    if (atomic_fetch_and(&cell.value, 0x7e) != (type)-1) return 0;                        \
    if (atomic_fetch_or(&cell.value, 1) != 0x7e) return 0;                                \
    if (atomic_fetch_xor(&cell.value, 3) != 0x7f) return 0;                               \
    if (atomic_load(&cell.value) != 0x7c) return 0;                                       \
    atomic_store(&cell.value, 2);                                                         \
    return cell.value++ == 2 && cell.value == 3 && cell.before == 11 && cell.after == 12; \
  }

typedef unsigned char byte;
typedef unsigned short half;
typedef unsigned long long wide;
TRY(byte)
TRY(half)
TRY(unsigned)
TRY(wide)

typedef struct {
  long values[4];
} large;

static int try_large(void) {
  static _Atomic large shared;
  large one = atomic_load(&shared), other = {{1, 2, 3, 4}};
  if (!atomic_compare_exchange_strong(&shared, &one, other)) return 0;
  if (atomic_compare_exchange_strong(&shared, &one, other) || one.values[3] != 4) return 0;
  other.values[0] = 7;
  one = atomic_exchange(&shared, other);
  atomic_store(&shared, other);
  return one.values[0] == 1 && atomic_load(&shared).values[0] == 7;
}

int atomics(void) {
  return try_byte() && try_half() && try_unsigned() && try_wide() && try_large();
}
