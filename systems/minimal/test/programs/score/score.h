// SPDX-License-Identifier: Apache-2.0

/// Kernels of the score: a list in a block of memory, a checksum.
#pragma once
#include "port.h"

typedef struct item {
  struct item* next;
  int16_t value;
} item_t;

item_t* make_list(void* block, size_t bytes, int32_t seed);
item_t* sort_list(item_t* list);
uint16_t checksum(uint16_t value, uint16_t sum);
