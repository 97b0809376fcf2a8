// SPDX-License-Identifier: Apache-2.0

/// Litmus tests of the memory order, on as many harts as there are. The input script comes from
/// src/freightyard/litmus, which also says what the outcomes mean.

#include <stdio.h>

#include "fy_script.h"
#include "litmus.h"

int main(void) {
  harts = fy_harts();
  struct fy_script script = fy_script_open("litmus");
  for (; fy_script_more(&script); fy_script_next(&script)) {
    const char* line = script.line;
    if (fy_script_is(line, "shape")) run_shape(line);
    if (fy_script_is(line, "counter")) run_counter(line);
    if (fy_script_is(line, "engine")) run_engine(line);
  }
  printf("FY litmus harts=%u\n", harts);
  return 0;
}
