// SPDX-License-Identifier: Apache-2.0

/// What a program of a user finds: arguments, constructors, heap, time, atomics, floating point in
/// software, functions at the end. With the argument `abort` it ends by a signal.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parts.h"

static int constructed;

__attribute__((constructor)) static void before(void) { constructed = 7; }
__attribute__((destructor)) static void after(void) { printf("destructor\n"); }
static void last(void) { printf("atexit\n"); }

int main(int argc, char** argv) {
  int unused;  // a warning, no more
  const clock_t start = clock();
  atexit(last);
  printf("constructed %d, %d arguments:", constructed, argc);
  for (int index = 0; index < argc; index++) printf(" [%s]", argv[index]);
  printf("%s\n", argv[argc] == NULL ? "" : " without an end");
  printf("heap %d blocks, atomics %d\n", heap(), atomics());
  printf("root %.6f\n", sqrt(2 * argc));
  printf("clock %d, time %d\n", clock() > start, time(NULL) >= 0);
  if (argc > 1 && strcmp(argv[1], "abort") == 0) abort();
  return RESULT;
}
