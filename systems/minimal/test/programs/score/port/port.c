// SPDX-License-Identifier: Apache-2.0
#include "port.h"

#include <stdlib.h>

static clock_t started;

void start_time(void) { started = clock(); }
ticks_t stop_time(void) { return clock() - started; }
void* portable_malloc(size_t bytes) { return malloc(bytes); }
void portable_free(void* block) { free(block); }
