// SPDX-License-Identifier: Apache-2.0

/// All parts, one after the other; the first wrong byte or status ends it.

#include "../../../../blocks/copy_engine/fw/user/fy_copy_linux.h"
#include "parts.h"

static const struct {
  const char* name;
  void (*run)(void);
} parts[] = {{"children", children},
             {"bad pages", bad_pages},
             {"other hart", other_hart},
             {"threads", threads},
             {"signals", signals}};

int main(void) {
  CHECK(fy_copy_init(&fy_copier) == 0);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    parts[i].run();
    printf("%s: done\n", parts[i].name);
  }
  return 0;
}
