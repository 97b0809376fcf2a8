// SPDX-License-Identifier: Apache-2.0

/// Driver of the copy engine (copy-engine.md 4 and 9.1): custom-2 instructions, one verb each.
///
/// The engine belongs to one thread at a time. Addresses are physical in machine mode. Source
/// and target of one transfer must not overlap; `fy_copy_engine_memmove` checks and falls back.
/// On RV32 a register write carries 32 bits with zeros above: gaps cannot be negative there.

#ifndef FY_COPY_ENGINE_H
#define FY_COPY_ENGINE_H

#include <stddef.h>
#include <stdint.h>

enum fy_copy_register {
  FY_COPY_SOURCE_STRIDE = 0,  ///< bytes between the end of a source segment and the next
  FY_COPY_TARGET_STRIDE = 1,  ///< the same at the target
  FY_COPY_SEGMENT_SIZE = 2,   ///< bytes a segment
  FY_COPY_SEGMENTS = 3,       ///< number of segments
  FY_COPY_CONTROL = 4,        ///< FY_COPY_*_ALLOCATE, FY_COPY_PAUSE
  FY_COPY_STATUS = 5,         ///< enum fy_copy_status
  FY_COPY_PAGE = 6,           ///< page number of a fault
  FY_COPY_ERROR_ADDRESS = 11  ///< first byte that could not be copied
};

#define FY_COPY_SOURCE_ALLOCATE 1u
#define FY_COPY_TARGET_ALLOCATE 2u
#define FY_COPY_PAUSE 4u

enum fy_copy_status {
  FY_COPY_DONE = 0,
  FY_COPY_SOURCE_PAGE_FAULT = 1,
  FY_COPY_TARGET_PAGE_FAULT = 2,
  FY_COPY_SOURCE_ACCESS_FAULT = 3,
  FY_COPY_TARGET_ACCESS_FAULT = 4,
  FY_COPY_PAUSED = 5
};

/// Reads a register; `index` must be a constant register number.
static inline uint64_t fy_copy_engine_read(uintptr_t index) {
  uintptr_t value;
  __asm__ volatile(".insn r 0x5b, 6, 4, %0, %1, x0" : "=r"(value) : "r"(index) : "memory");
  return value;
}

/// Writes a register; the bits above XLEN become zero.
static inline void fy_copy_engine_write(uintptr_t index, uintptr_t value) {
  __asm__ volatile(".insn r 0x5b, 3, 5, x0, %0, %1" ::"r"(index), "r"(value) : "memory");
}

/// Sets the bits of `mask` in a register.
static inline void fy_copy_engine_set(uintptr_t index, uintptr_t mask) {
  __asm__ volatile(".insn r 0x5b, 3, 6, x0, %0, %1" ::"r"(index), "r"(mask) : "memory");
}

/// Clears the bits of `mask` in a register.
static inline void fy_copy_engine_clear(uintptr_t index, uintptr_t mask) {
  __asm__ volatile(".insn r 0x5b, 3, 7, x0, %0, %1" ::"r"(index), "r"(mask) : "memory");
}

/// Starts a transfer of the shape in the registers. Earlier stores are seen by it.
static inline void fy_copy_engine_transfer(void* target, const void* source) {
  __asm__ volatile(".insn r 0x5b, 3, 0, x0, %0, %1" ::"r"(target), "r"(source) : "memory");
}

/// Continues a paused or faulted transfer; nothing happens when there is none.
static inline void fy_copy_engine_resume(void) {
  __asm__ volatile(".insn r 0x5b, 0, 1, x0, x0, x0" ::: "memory");
}

/// Waits until the engine is idle and its writes are visible.
static inline void fy_copy_engine_fence(void) { __asm__ volatile("fence" ::: "memory"); }

/// Starts a copy of `bytes` and returns; finish it with fy_copy_engine_wait.
static inline void fy_copy_engine_start(void* target, const void* source, size_t bytes) {
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, bytes);
  fy_copy_engine_write(FY_COPY_SEGMENTS, 1);
  fy_copy_engine_transfer(target, source);
}

/// Waits for the end of the transfer and returns its status.
static inline enum fy_copy_status fy_copy_engine_wait(void) {
  fy_copy_engine_fence();
  return (enum fy_copy_status)fy_copy_engine_read(FY_COPY_STATUS);
}

/// A strided transfer: `segments` pieces of `segment_size` bytes; strides are gaps in bytes
/// between the end of one piece and the start of the next, and may be negative.
struct fy_copy_shape {
  size_t segment_size;
  size_t segments;
  intptr_t source_stride;
  intptr_t target_stride;
};

/// Copies `bytes` that do not overlap, and waits. Returns the status; 0 is success.
enum fy_copy_status fy_copy_engine_memcpy(void* target, const void* source, size_t bytes);

/// Copies a shape and waits. Leaves the strides at zero. Returns the status; 0 is success.
enum fy_copy_status fy_copy_engine_copy_strided(void* target, const void* source,
                                                const struct fy_copy_shape* shape);

/// Copies `bytes` that may overlap: by the engine when they do not, by the processor otherwise.
enum fy_copy_status fy_copy_engine_memmove(void* target, const void* source, size_t bytes);

#endif
