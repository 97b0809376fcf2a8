// SPDX-License-Identifier: Apache-2.0

#include "fy_copy_engine.h"

#include <string.h>

enum fy_copy_status fy_copy_engine_memcpy(void* target, const void* source, size_t bytes) {
  fy_copy_engine_start(target, source, bytes);
  return fy_copy_engine_wait();
}

enum fy_copy_status fy_copy_engine_copy_strided(void* target, const void* source,
                                                const struct fy_copy_shape* shape) {
  fy_copy_engine_write(FY_COPY_SOURCE_STRIDE, (uintptr_t)shape->source_stride);
  fy_copy_engine_write(FY_COPY_TARGET_STRIDE, (uintptr_t)shape->target_stride);
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, shape->segment_size);
  fy_copy_engine_write(FY_COPY_SEGMENTS, shape->segments);
  fy_copy_engine_transfer(target, source);
  // The shape is a snapshot, so that plain copies find strides of zero again.
  fy_copy_engine_write(FY_COPY_SOURCE_STRIDE, 0);
  fy_copy_engine_write(FY_COPY_TARGET_STRIDE, 0);
  return fy_copy_engine_wait();
}

enum fy_copy_status fy_copy_engine_memmove(void* target, const void* source, size_t bytes) {
  uintptr_t distance = (uintptr_t)target - (uintptr_t)source;
  if (distance < bytes || -distance < bytes) {
    memmove(target, source, bytes);
    return FY_COPY_DONE;
  }
  return fy_copy_engine_memcpy(target, source, bytes);
}
