// SPDX-License-Identifier: Apache-2.0

/// Two processes in user mode that know nothing of each other share the copy engine under a kernel
/// that knows nothing of it: what the parts share. RV64 only.

#ifndef OWNERSHIP_H
#define OWNERSHIP_H

#include <stddef.h>

#include "../../../blocks/copy_engine/fw/user/fy_copy.h"
#include "../check.h"
#include "fy_context.h"
#include "fy_copy_engine.h"
#include "fy_paging.h"
#include "fy_platform.h"

#define PAGES 3u  // of source and target each
#define SPARES 3u
#define SOURCE 0x40000000ul
#define TARGET 0x40200000ul
#define JOB 0x40400000ul     // one page for the job, one for the stack
#define TEXT FY_MEMORY_BASE  // 2 MB, readable and executable by all
#define FILL 0xa5u
#define POISON 0x77u
#define NEVER 0xfffffffffffful
#define TIMER_COMPARE (*(volatile uint64_t*)FY_TIMER_MTIMECMP)
#define TIMER_NOW (*(volatile uint64_t*)FY_TIMER_MTIME)
#define INTERRUPT_TIMER (1ul << 63 | 7)
#define CAUSE_CALL 8u
#define CAUSE_LOAD_PAGE 13u
#define CAUSE_STORE_PAGE 15u

/// What a process is to do, and what came of it: in a page of its own.
struct job {
  struct fy_copier copier;
  void* target;
  const void* source;
  size_t bytes;
  long result;
  long status;  // of the engine afterwards, where a program looks
};

struct process {
  struct fy_context context;
  struct fy_space space;
  struct job* job;
  uint8_t (*source)[FY_PAGE_BYTES];  // frames
  uint8_t (*target)[FY_PAGE_BYTES];
  uint8_t* frame_of[PAGES];  // of the target
  int present[PAGES];        // of the source
};

extern struct process processes[2];
extern uint8_t spares[SPARES][FY_PAGE_BYTES];

/// New tables of a process; the pages are those of `reset_process`.
void create_process(unsigned number);

/// All pages present, contents of the source by `seed`, nothing in the target; a copy to do.
void reset_process(struct process* process, unsigned seed, size_t bytes);

/// Begins the program of a process: its whole job, or other code.
void begin_process(struct process* process, void (*program)(struct job*));

/// The job, in user mode: as one copy, as a list of more pieces than the engine takes at once.
void copy_job(struct job* job);
void list_job(struct job* job);

/// Runs it until the interrupt of the timer (returns 1), or until it ends (0).
int run_process(struct process* process);

/// Wrong bytes of the target of a process, those around the copy included.
unsigned long wrong_bytes(const struct process* process);

/// The entry of a page of the target.
fy_entry* target_entry(struct process* process, unsigned page);

/// Ends the calling program, in user mode.
void leave_program(void);

/// The parts, a file each.
void preempted(unsigned first, unsigned step);
void results_of_the_library(void);
void rights_of_others(void);

#endif
