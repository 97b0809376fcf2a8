// SPDX-License-Identifier: Apache-2.0

#include "fy_copy_engine.h"

#include <string.h>

enum fy_copy_status fy_copy_engine_memcpy(void* target, const void* source, size_t bytes) {
  fy_copy_engine_start(target, source, bytes);
  return fy_copy_engine_wait();
}

enum fy_copy_status fy_copy_engine_copy_strided(void* target, const void* source,
                                                const struct fy_copy_shape* shape) {
  fy_copy_engine_write(FY_COPY_SEGMENTS, shape->segments);
  fy_copy_engine_write(FY_COPY_SOURCE_STRIDE, (uintptr_t)shape->source_stride);
  fy_copy_engine_write(FY_COPY_TARGET_STRIDE, (uintptr_t)shape->target_stride);
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, shape->segment_size);
  // Was the engine lost and claimed again in between, then the first of them is lost, too.
  if (fy_copy_engine_read(FY_COPY_SEGMENTS) != shape->segments) return FY_COPY_LOST;
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

// With work left. Of a transfer that is done only its owner reads so, others read "occupied".
static int has_stopped(void) {
  uint64_t status = fy_copy_engine_read(FY_COPY_STATUS);
  return status != FY_COPY_DONE && status < FY_COPY_OCCUPIED;
}

void fy_copy_engine_abandon(void) {
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_PAUSE);
  fy_copy_engine_fence();
  // Each write drops one command; the next one starts and stops at once, for the pause.
  while (has_stopped()) {
    fy_copy_engine_write(FY_COPY_SEGMENTS_LEFT, 0);
    fy_copy_engine_fence();
  }
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_PAUSE);
}

#if __riscv_xlen == 64
// The bits of the control register that belong to a shape.
#define SHAPE ((uint64_t)(FY_COPY_SOURCE_ALLOCATE | FY_COPY_TARGET_ALLOCATE | FY_COPY_OVERLAP))

static void save_stopped(uint64_t* shape, uint64_t* cursor) {
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 5; i++) shape[i] = fy_copy_engine_read(i);
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 4; i++) cursor[i] = fy_copy_engine_read(FY_COPY_SOURCE + i);
}

static void write_shape(const uint64_t* shape) {
  for (unsigned i = 0; i < 3; i++) fy_copy_engine_write(i, shape[i]);
  fy_copy_engine_write(FY_COPY_CONTROL, shape[4] & SHAPE);
}

void fy_copy_save(struct fy_copy_state* state) {
  for (unsigned i = 0; i < 2; i++) state->owner[i] = fy_copy_engine_read(FY_COPY_OWNER + i);
  if (!(state->owner[0] & FY_COPY_OWNER_CLAIMED)) return;
  uint64_t control = fy_copy_engine_read(FY_COPY_CONTROL);
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_PAUSE);
  fy_copy_engine_fence();
  fy_copy_engine_clear(FY_COPY_CONTROL, FY_COPY_SHAPE_VIEW);
  for (unsigned i = 0; i < 4; i++) state->registers[i] = fy_copy_engine_read(i);
  state->registers[4] =
      (control & ~(SHAPE | FY_COPY_WAITING)) | (fy_copy_engine_read(FY_COPY_CONTROL) & SHAPE);
  state->cursor[3] = 0;
  state->waiting = 0;
  if (has_stopped()) save_stopped(state->shape, state->cursor);
  // Dropping the stopped command brings up the next one, which stops before its first byte.
  while (fy_copy_engine_waiting() != 0 && state->waiting < FY_COPY_STARTED_MAX - 1) {
    fy_copy_engine_write(FY_COPY_SEGMENTS_LEFT, 0);
    fy_copy_engine_fence();
    // One of no bytes is done at once.
    if (!has_stopped()) break;
    struct fy_copy_waiting* next = &state->queue[state->waiting++];
    save_stopped(next->shape, next->cursor);
  }
  fy_copy_engine_write(FY_COPY_OWNER, 0);
}

void fy_copy_restore(const struct fy_copy_state* state) {
  fy_copy_engine_write(FY_COPY_OWNER, 0);
  if (!(state->owner[0] & FY_COPY_OWNER_CLAIMED)) return;
  fy_copy_engine_write(FY_COPY_OWNER_SATP, state->owner[1]);
  // Makes the less privileged the owner; otherwise the next write makes the caller that.
  fy_copy_engine_write(FY_COPY_OWNER, state->owner[0]);
  if (state->cursor[3] != 0) {
    write_shape(state->shape);
    for (unsigned i = 0; i < 3; i++) fy_copy_engine_write(FY_COPY_SOURCE + i, state->cursor[i]);
  }
  // Last of the cursor: it takes the shape over.
  fy_copy_engine_write(FY_COPY_SEGMENTS_LEFT, state->cursor[3]);
  // The status has not been read since: these wait behind it, and Resume gives them its rights.
  for (unsigned i = 0; state->cursor[3] != 0 && i < state->waiting; i++) {
    const struct fy_copy_waiting* next = &state->queue[i];
    write_shape(next->shape);
    fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, next->shape[2]);
    fy_copy_engine_write(FY_COPY_SEGMENTS, next->cursor[3]);
    fy_copy_engine_transfer((void*)next->cursor[1], (const void*)next->cursor[0]);
  }
  for (unsigned i = 0; i < 5; i++) fy_copy_engine_write(i, state->registers[i]);
}
#endif
