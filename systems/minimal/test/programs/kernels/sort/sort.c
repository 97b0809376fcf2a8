// SPDX-License-Identifier: Apache-2.0

/// Sorts words of text on the heap by the library, and adds their places.
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char text[] = "moving data without spending processor time on it";

void initialise_benchmark(void) {}

static int compare(const void* left, const void* right) {
  return strcmp(*(char* const*)left, *(char* const*)right);
}

int benchmark(void) {
  char* copy = malloc(sizeof text);
  char** words = NULL;
  int count = 0, sum = 0;
  memcpy(copy, text, sizeof text);
  for (char* word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
    words = realloc(words, (size_t)(count + 1) * sizeof *words);
    words[count++] = word;
  }
  qsort(words, (size_t)count, sizeof *words, compare);
  for (int index = 0; index < count; index++) sum += index * (int)(words[index] - copy);
  free(words);
  free(copy);
  return sum;
}

int verify_benchmark(int result) { return result == 713; }
