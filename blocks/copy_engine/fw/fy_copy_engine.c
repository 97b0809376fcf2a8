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

enum fy_copy_status fy_copy_engine_finish(fy_copy_page_in page_in, void* argument) {
  enum fy_copy_status last_status = FY_COPY_DONE;
  uintptr_t last_page = 0;
  for (;;) {
    fy_copy_engine_fence();
    // The address first: a process that loses the engine between the two finds FY_COPY_PAUSED, and
    // never a fault beside the address of another process.
    uintptr_t address = (uintptr_t)fy_copy_engine_read(FY_COPY_ERROR_ADDRESS);
    enum fy_copy_status status = (enum fy_copy_status)fy_copy_engine_read(FY_COPY_STATUS);
    if (status == FY_COPY_SOURCE_PAGE_FAULT || status == FY_COPY_TARGET_PAGE_FAULT) {
      uintptr_t page = address & ~(uintptr_t)4095;
      if (status == last_status && page == last_page) return status;
      last_status = status;
      last_page = page;
      if (page_in(argument, address, status) != 0) return status;
    } else if (status != FY_COPY_PAUSED) {
      return status;
    }
    fy_copy_engine_resume();
  }
}

enum fy_copy_status fy_copy_engine_memcpy_paged(void* target, const void* source, size_t bytes,
                                                fy_copy_page_in page_in, void* argument) {
  fy_copy_engine_start(target, source, bytes);
  return fy_copy_engine_finish(page_in, argument);
}

#if __riscv_xlen == 64
void fy_copy_save(struct fy_copy_state* state) {
  uint64_t control = fy_copy_engine_read(FY_COPY_CONTROL);
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_PAUSE);
  fy_copy_engine_fence();
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 4; i++) state->registers[i] = fy_copy_engine_read(i);
  state->registers[4] =
      (control & ~(uint64_t)(FY_COPY_SOURCE_ALLOCATE | FY_COPY_TARGET_ALLOCATE)) |
      (fy_copy_engine_read(FY_COPY_CONTROL) & (FY_COPY_SOURCE_ALLOCATE | FY_COPY_TARGET_ALLOCATE));
  state->cursor[3] = 0;
  if (fy_copy_engine_read(FY_COPY_STATUS) == FY_COPY_DONE) return;
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 5; i++) state->shape[i] = fy_copy_engine_read(i);
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 4; i++) state->cursor[i] = fy_copy_engine_read(FY_COPY_SOURCE + i);
}

void fy_copy_restore(const struct fy_copy_state* state) {
  if (state->cursor[3] != 0) {
    for (unsigned i = 0; i < 3; i++) fy_copy_engine_write(i, state->shape[i]);
    fy_copy_engine_write(FY_COPY_CONTROL,
                         state->shape[4] & (FY_COPY_SOURCE_ALLOCATE | FY_COPY_TARGET_ALLOCATE));
    for (unsigned i = 0; i < 3; i++) fy_copy_engine_write(FY_COPY_SOURCE + i, state->cursor[i]);
  }
  // Last of the cursor: it takes the shape over. 0 forgets what another process left.
  fy_copy_engine_write(FY_COPY_SEGMENTS_LEFT, state->cursor[3]);
  for (unsigned i = 0; i < 5; i++) fy_copy_engine_write(i, state->registers[i]);
}
#endif
