// SPDX-License-Identifier: Apache-2.0

/// What a user's program finds before main: its constructors have run, argc and argv are those of
/// `fy run CONFIG PROGRAM -- ARGUMENTS`. Programs of sw/bench and sw/test begin with main itself
/// (sw/link.ld), so that nothing else is measured.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "fy_platform.h"

// The loader writes where the arguments lie, each with its zero, and how many there are.
volatile uint64_t fy_arguments __attribute__((section(".data")));
volatile uint64_t fy_argument_count __attribute__((section(".data")));

typedef void (*function_t)(void);
extern const function_t __init_array_start[], __init_array_end[];

int main(int count, char** arguments);

int fy_main(void) {
  static char* none[] = {NULL};
  const int count = (int)fy_argument_count;
  char** arguments = count == 0 ? none : calloc((size_t)count + 1, sizeof(char*));
  if (arguments == NULL) fy_exit(1);
  char* text = (char*)(uintptr_t)fy_arguments;
  for (int index = 0; index < count; index++) {
    arguments[index] = text;
    while (*text++ != 0) {
    }
  }
  for (const function_t* one = __init_array_start; one != __init_array_end; one++) (*one)();
  return main(count, arguments);
}
