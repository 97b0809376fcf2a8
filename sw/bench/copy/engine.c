// SPDX-License-Identifier: Apache-2.0

#include "fy_copy_engine.h"
#include "movers.h"

int engine(void* target, const void* source, size_t bytes) {
  return fy_copy_engine_memcpy(target, source, bytes);
}
