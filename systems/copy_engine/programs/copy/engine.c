// SPDX-License-Identifier: Apache-2.0

#include "copies.h"
#include "fy_copy_engine.h"

int engine(void* target, const void* source, size_t bytes) {
  return fy_copy_engine_memcpy(target, source, bytes);
}
