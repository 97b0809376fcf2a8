// SPDX-License-Identifier: Apache-2.0

/// Driver of the copy engine (Mao 2017, section 3.1): custom-2 instructions, one verb each.
///
/// The engine belongs to one program at a time: who writes a register of a free engine owns it,
/// until fy_copy_engine_release, a fence of a kernel, or until another asks and the owner has stood
/// still for long. A kernel gives it on between fy_copy_save and fy_copy_restore. For others it
/// does nothing, and tells them FY_COPY_OCCUPIED; who has lost it reads FY_COPY_LOST, and copies
/// again: what is written last before Transfer must be the segment size, as here, so that a copy is
/// whole or not done.
///
/// Addresses are those of loads and stores of the code that executes Transfer or Resume. Source and
/// target of one transfer must not overlap; `fy_copy_engine_memmove` checks and falls back. On RV32
/// a register holds 32 bits for the processor, zeros above: gaps cannot be negative there, and no
/// transfer can be saved.

#ifndef FY_COPY_ENGINE_H
#define FY_COPY_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "fy_copy_engine_registers.h"  // numbers and bits, generated from registers.toml

#define FY_COPY_SOURCE_ALLOCATE FY_COPY_CONTROL_SOURCE_ALLOCATE
#define FY_COPY_TARGET_ALLOCATE FY_COPY_CONTROL_TARGET_ALLOCATE
#define FY_COPY_PAUSE FY_COPY_CONTROL_PAUSE
#define FY_COPY_SHAPE_VIEW FY_COPY_CONTROL_SHAPE_VIEW
/// Transfers started with this need not wait for those before them, and may be written in any
/// order: for copies that do not depend on each other. An access error then ends the transfer at
/// the cursor and those begun after it.
#define FY_COPY_OVERLAP FY_COPY_CONTROL_OVERLAP
#define FY_COPY_WAITING_SHIFT FY_COPY_CONTROL_WAITING_SHIFT
#define FY_COPY_WAITING FY_COPY_CONTROL_WAITING

/// Copies that may be started before a wait. One more waits in the processor as long as the engine
/// runs, and is an illegal instruction once it has stopped and its status was not read.
#define FY_COPY_STARTED_MAX 3

/// Number of the counter of cycles in which the engine moves data, where a system counts them.
#define FY_COPY_MOVER_CYCLES FY_COUNTER_ENGINE_TRACKER_CYCLES

enum fy_copy_status {
  FY_COPY_DONE = FY_COPY_STATUS_CODE_DONE,
  FY_COPY_SOURCE_PAGE_FAULT = FY_COPY_STATUS_CODE_SOURCE_PAGE_FAULT,
  FY_COPY_TARGET_PAGE_FAULT = FY_COPY_STATUS_CODE_TARGET_PAGE_FAULT,
  FY_COPY_SOURCE_ACCESS_FAULT = FY_COPY_STATUS_CODE_SOURCE_ACCESS_FAULT,
  FY_COPY_TARGET_ACCESS_FAULT = FY_COPY_STATUS_CODE_TARGET_ACCESS_FAULT,
  FY_COPY_PAUSED = FY_COPY_STATUS_CODE_PAUSED,
  FY_COPY_OCCUPIED = FY_COPY_STATUS_CODE_OCCUPIED,  ///< another owns the engine
  FY_COPY_LOST = FY_COPY_STATUS_CODE_LOST           ///< nobody does: what was started may be undone
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

/// Starts a transfer of the shape in the registers, or queues it behind those that run; the
/// registers are free again at once. Earlier stores are seen by it, and what was queued before it.
static inline void fy_copy_engine_transfer(void* target, const void* source) {
  __asm__ volatile(".insn r 0x5b, 3, 0, x0, %0, %1" ::"r"(target), "r"(source) : "memory");
}

/// Continues a paused or faulted transfer; nothing happens when there is none.
static inline void fy_copy_engine_resume(void) {
  __asm__ volatile(".insn r 0x5b, 0, 1, x0, x0, x0" ::: "memory");
}

/// Waits until the engine is idle and its writes are visible.
static inline void fy_copy_engine_fence(void) { __asm__ volatile("fence" ::: "memory"); }

/// Starts a copy of `bytes` and returns; finish it, and those started before it, with one
/// fy_copy_engine_wait or fy_copy_engine_finish.
static inline void fy_copy_engine_start(void* target, const void* source, size_t bytes) {
  fy_copy_engine_write(FY_COPY_SEGMENTS, 1);
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, bytes);
  fy_copy_engine_transfer(target, source);
}

/// Before a row of fy_copy_engine_next: the register stays as it is until it is written.
static inline void fy_copy_engine_one_segment(void) { fy_copy_engine_write(FY_COPY_SEGMENTS, 1); }

/// fy_copy_engine_start in two instructions, the fewest for three operands.
static inline void fy_copy_engine_next(void* target, const void* source, size_t bytes) {
  fy_copy_engine_write(FY_COPY_SEGMENT_SIZE, bytes);
  fy_copy_engine_transfer(target, source);
}

/// Frees the engine for others; nothing happens while a transfer runs. What had stopped is dropped.
static inline void fy_copy_engine_release(void) {
  fy_copy_engine_set(FY_COPY_CONTROL, FY_COPY_CONTROL_RELEASE);
}

/// Commands that wait behind the one that runs or has stopped.
static inline unsigned fy_copy_engine_waiting(void) {
  return (unsigned)(fy_copy_engine_read(FY_COPY_CONTROL) & FY_COPY_WAITING) >>
         FY_COPY_WAITING_SHIFT;
}

/// Waits for the end of all transfers started. Returns 0, or the status of the one that stopped;
/// then those behind it stand still until Resume, and the next Transfer drops them.
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

/// Drops a transfer that has stopped and all that wait behind it; nothing more of them is copied.
void fy_copy_engine_abandon(void);

/// Copies a shape and waits. Leaves the strides at zero. Returns the status; 0 is success.
enum fy_copy_status fy_copy_engine_copy_strided(void* target, const void* source,
                                                const struct fy_copy_shape* shape);

/// Copies `bytes` that may overlap: by the engine when they do not, by the processor otherwise.
enum fy_copy_status fy_copy_engine_memmove(void* target, const void* source, size_t bytes);

/// Makes the page of `address` present and readable, or writable when the fault was at the target.
/// Returns 0, or another value to give the copy up.
typedef int (*fy_copy_page_in)(void* argument, uintptr_t address, enum fy_copy_status status);

/// Waits for the end of the transfer, paging in and resuming as long as it takes; a transfer that
/// was paused elsewhere is resumed too. Gives up when the same page faults twice running in the
/// same way, or when `page_in` does, and returns the status then; 0 is success.
enum fy_copy_status fy_copy_engine_finish(fy_copy_page_in page_in, void* argument);

/// Copies `bytes` that do not overlap, with page faults. Returns the status; 0 is success.
enum fy_copy_status fy_copy_engine_memcpy_paged(void* target, const void* source, size_t bytes,
                                                fy_copy_page_in page_in, void* argument);

#if __riscv_xlen == 64
/// A transfer that has stopped, or waits.
struct fy_copy_waiting {
  uint64_t shape[5];   ///< registers 0 to 4 as the transfer took them over
  uint64_t cursor[4];  ///< 7 to 10
};

/// All that the engine holds of a process.
struct fy_copy_state {
  uint64_t owner[2];      ///< 12 and 13; 0: nobody
  uint64_t registers[5];  ///< 0 to 4, as the process wrote them
  uint64_t shape[5];      ///< the same as the stopped transfer took them over
  uint64_t cursor[4];     ///< 7 to 10; 0 segments: nothing was stopped
  uint64_t waiting;       ///< entries of `queue`
  struct fy_copy_waiting queue[FY_COPY_STARTED_MAX - 1];
};

/// Stops the transfer under way at the next page and takes it, and those behind it, out of the
/// engine, which nobody owns then. For machine and supervisor mode, of their own or of the less
/// privileged.
void fy_copy_save(struct fy_copy_state* state);

/// Puts a state back. A transfer that was stopped then has status FY_COPY_PAUSED, whatever it had,
/// and goes on at Resume, which the process itself should execute: the engine works with the rights
/// of the process that resumes. What was finished has status FY_COPY_DONE. All zeros is the state
/// of a process that does not own the engine. Whose state it is owns the engine when that is less
/// privileged, otherwise the caller does.
void fy_copy_restore(const struct fy_copy_state* state);
#endif

#endif
