// SPDX-License-Identifier: Apache-2.0

/// Copies of user programs, by the engine where that pays and by the processor otherwise.
///
/// Nothing has to be pinned and nobody has to be asked: a page that is absent, old or read-only
/// until written is touched as a load or store would, and the copy goes on; an engine that another
/// process owns, or that a kernel took away, costs time and no byte. Source and target must not
/// change until the call returns. One copy at a time in a process: a second thread, and a signal
/// handler, take the processor's way meanwhile; for ever does the child of a fork that another
/// thread did in the middle of a copy, and a process that left one by longjmp out of a handler. A
/// kernel that knows the engine and sets its pause bit has to clear it: a copy waits for that.
///
/// Say fy_copy_use_engine first (on Linux: fy_copy_linux.h), on hart 0, where the engine stands.
/// Freestanding C for cores with A; FY_COPY_SCALAR names the function for the processor's way.

#ifndef FY_COPY_H
#define FY_COPY_H

#include <stddef.h>

/// Whole copies of fewer bytes take the processor's way. Measured under Linux at point S, pages
/// mapped: 1024 bytes 433 cycles, by the processor 535 (fy exp linux); 512 bytes 380 and 370.
#ifndef FY_COPY_LEAST
#define FY_COPY_LEAST 1024
#endif

/// Times that a page is touched, or a lost copy begun again, without a byte of progress.
#define FY_COPY_TRIES 8

enum fy_copy_result {
  FY_COPY_COPIED = 0,
  FY_COPY_BAD_SOURCE = 1,  ///< a bus error, or an address that memory does not have
  FY_COPY_BAD_TARGET = 2,
  FY_COPY_NO_PROGRESS = 3  ///< a page faults again and again, though it can be touched
};

/// What a process knows of its copies; all zeros at first.
struct fy_copier {
  int busy;    ///< a copy of the engine is under way
  int engine;  ///< it may be used: fy_copy_use_engine
};

/// The copier of this process. Whoever shares memory with others has one of his own.
extern struct fy_copier fy_copier;

/// Says whether there is an engine where this program runs.
void fy_copy_use_engine(struct fy_copier* copier, int engine);

/// Copies `bytes` that do not overlap. Returns 0, or what was wrong: then the target is undefined.
enum fy_copy_result fy_copy_by(struct fy_copier* copier, void* target, const void* source,
                               size_t bytes);

/// The same by the copier of the process.
static inline enum fy_copy_result fy_copy(void* target, const void* source, size_t bytes) {
  return fy_copy_by(&fy_copier, target, source, bytes);
}

/// A copy that does not depend on others of its list.
struct fy_copy_piece {
  void* target;
  const void* source;
  size_t bytes;
};

/// Copies a list, several at a time in the engine. Returns as fy_copy does, of the first that
/// failed.
enum fy_copy_result fy_copy_list(struct fy_copier* copier, const struct fy_copy_piece* pieces,
                                 size_t count);

#endif
