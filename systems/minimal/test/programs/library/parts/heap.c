// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

// What is left behind the program is given once, block by block, and none overlaps another.
static int fill(void) {
  enum { BLOCK = 4000, MOST = 1000 };
  static unsigned char* blocks[MOST];
  int count = 0;
  while (count < MOST && (blocks[count] = malloc(BLOCK)) != NULL) {
    memset(blocks[count], count & 0xff, 16);
    memset(blocks[count] + BLOCK - 16, count & 0xff, 16);
    count++;
  }
  for (int index = 0; index < count; index++) {
    if (blocks[index][0] != (index & 0xff) || blocks[index][BLOCK - 1] != (index & 0xff)) return 0;
    free(blocks[index]);
  }
  return count;
}

int heap(void) {
  char* text = calloc(10, 10);
  if (text == NULL || text[99] != 0 || ((uintptr_t)text & 7) != 0) return 0;
  strcpy(text, "kept");
  text = realloc(text, 5000);
  if (text == NULL || strcmp(text, "kept") != 0) return 0;
  free(text);
  if (malloc(1u << 30) != NULL) return 0;
  const int count = fill();
  return count == fill() ? count : 0;
}
