// SPDX-License-Identifier: Apache-2.0

/// fy_copy in a process that has threads, signals and children: what the parts share.

#ifndef PARTS_H
#define PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "../../../../blocks/copy_engine/fw/user/fy_copy.h"

#define PAGE 4096ul
#define CHECK(good) ((good) ? (void)0 : failed(__FILE__, __LINE__, #good))

/// Ends all threads of the process with a message.
void failed(const char* file, int line, const char* what);

/// Pages never touched; `flags` beside MAP_ANONYMOUS.
uint8_t* map_pages(size_t bytes, int flags);
void unmap_pages(uint8_t* pages, size_t bytes);

/// Contents by a seed, and whether they are there.
void fill(uint8_t* bytes, size_t count, unsigned seed);
int holds(const uint8_t* bytes, size_t count, unsigned seed);

/// Copies into pages that were never touched, and looks at every byte of them.
void copy_and_check(size_t bytes, unsigned seed);

/// Runs a job on a stack of its own, as clone with these flags does; `end` is set behind it.
/// Returns the number of the new process or thread.
long clone_with(unsigned long flags, void (*job)(void), volatile int* end);

/// Waits for a child; its status.
int status_of(pid_t child);

void signals(void);
void threads(void);
void children(void);
void bad_pages(void);
void other_hart(void);

#endif
