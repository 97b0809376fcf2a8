// SPDX-License-Identifier: Apache-2.0

/// What a portable score program asks of a machine: types, time, memory.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef clock_t ticks_t;
#define SECOND ((double)CLOCKS_PER_SEC)

void start_time(void);
ticks_t stop_time(void);
void* portable_malloc(size_t bytes);
void portable_free(void* block);
