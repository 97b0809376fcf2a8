// SPDX-License-Identifier: Apache-2.0

/// What a kernel brings, and what the board does around it.
#pragma once

void initialise_board(void);
void start_trigger(void);
void stop_trigger(void);

void initialise_benchmark(void);
int benchmark(void);
int verify_benchmark(int result);
