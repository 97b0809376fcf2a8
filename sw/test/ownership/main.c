// SPDX-License-Identifier: Apache-2.0

/// All of it, or at the places of `--input`: a line `preempted first=150 step=1`, the line `end`.

#include "fy_script.h"
#include "ownership.h"

#if __riscv_xlen == 64

int main(void) {
  // Cycles from the timer's setting to the first interruption, and between two of them.
  unsigned long first = 150, step = 17;
  if (fy_input != 0) {
    const struct fy_script script = fy_script_open("ownership");
    first = fy_script_number(script.line, "first", first);
    step = fy_script_number(script.line, "step", step);
  }
  create_process(0);
  create_process(1);
  rights_of_others();
  results_of_the_library();
  preempted((unsigned)first, (unsigned)step);
  return 0;
}

#else

int main(void) { return 0; }

#endif
