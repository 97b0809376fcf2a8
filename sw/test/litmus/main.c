// SPDX-License-Identifier: Apache-2.0

/// Litmus tests of the memory order, on as many harts as there are. The input script comes from
/// src/freightyard/litmus, which also says what the outcomes mean.

#include <stdio.h>

#include "fy_script.h"
#include "litmus.h"

// Begin and end of the section, from the linker.
extern const struct litmus_kind __start_litmus_kinds[], __stop_litmus_kinds[];

int main(void) {
  harts = fy_harts();
  struct fy_script script = fy_script_open("litmus");
  for (; fy_script_more(&script); fy_script_next(&script)) {
    const char* line = script.line;
    for (const struct litmus_kind* kind = __start_litmus_kinds; kind < __stop_litmus_kinds;
         kind++) {
      if (fy_script_is(line, kind->command)) kind->run(line);
    }
  }
  printf("FY litmus harts=%u\n", harts);
  return 0;
}
