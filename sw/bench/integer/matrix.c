// SPDX-License-Identifier: Apache-2.0

#include "kernels.h"

#define SIZE 16

static int32_t left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

uint32_t kernel_matrix(void) {
  for (int32_t i = 0; i < SIZE; i++) {
    for (int32_t j = 0; j < SIZE; j++) {
      left[i][j] = i * 3 - j;
      right[i][j] = i + j * 5;
    }
  }
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      int32_t sum = 0;
      for (int k = 0; k < SIZE; k++) sum += left[i][k] * right[k][j];
      product[i][j] = sum;
    }
  }
  uint32_t sum = 0;
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) sum = sum * 31 + (uint32_t)product[i][j];
  }
  return sum;
}
