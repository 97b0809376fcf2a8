// SPDX-License-Identifier: Apache-2.0

/// Runs every kernel, all twice, and prints instructions and cycles of the second pass.

#include <stdio.h>

#include "fy_platform.h"
#include "kernels.h"

static const struct {
  const char* name;
  uint32_t (*run)(void);
} kernels[] = {
    {"list", kernel_list}, {"matrix", kernel_matrix}, {"parse", kernel_parse}, {"crc", kernel_crc}};

#define KERNELS (sizeof(kernels) / sizeof(kernels[0]))

int main(void) {
  uint32_t first[KERNELS], second[KERNELS];
  uintptr_t cycles[KERNELS], instructions[KERNELS], all_cycles = 0, all_instructions = 0;
  for (unsigned i = 0; i < KERNELS; i++) first[i] = kernels[i].run();
  for (unsigned i = 0; i < KERNELS; i++) {
    uintptr_t c = fy_cycles(), n = fy_instructions();
    second[i] = kernels[i].run();
    instructions[i] = fy_instructions() - n;
    cycles[i] = fy_cycles() - c;
    all_cycles += cycles[i];
    all_instructions += instructions[i];
  }
  for (unsigned i = 0; i < KERNELS; i++) {
    if (first[i] != second[i]) {
      printf("integer: %s gave %#x and then %#x\n", kernels[i].name, (unsigned)first[i],
             (unsigned)second[i]);
      return 1;
    }
    printf("FY kernel=%s instructions=%lu cycles=%lu checksum=%lu\n", kernels[i].name,
           (unsigned long)instructions[i], (unsigned long)cycles[i], (unsigned long)second[i]);
  }
  printf("FY kernel=all instructions=%lu cycles=%lu\n", (unsigned long)all_instructions,
         (unsigned long)all_cycles);
  return 0;
}
