// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fy_platform.h"
#include "fy_script.h"

struct fy_script fy_script_open(const char* program) {
  struct fy_script script = {(const char*)(uintptr_t)fy_input, NULL, NULL, 0};
  if (script.line == NULL) {
    printf("%s: needs a script: --input FILE\n", program);
    exit(2);
  }
  script.end = script.line + fy_input_size;
  struct fy_script at = script;
  while (fy_script_more(&at)) fy_script_next(&at);
  script.payload = at.line + strlen("end\n");
  if (script.payload < script.end) script.payload_bytes = (size_t)(script.end - script.payload);
  return script;
}

int fy_script_more(const struct fy_script* script) {
  return script->line < script->end && strncmp(script->line, "end\n", 4) != 0;
}

void fy_script_next(struct fy_script* script) {
  const char* newline = memchr(script->line, '\n', (size_t)(script->end - script->line));
  script->line = newline == NULL ? script->end : newline + 1;
}

int fy_script_is(const char* line, const char* name) {
  const size_t length = strlen(name);
  return strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == '\n');
}

void fy_script_text(const char* line, const char* key, char* value, size_t size) {
  const size_t length = strlen(key);
  const char* end = line + strcspn(line, "\n");
  value[0] = 0;
  // Not by strstr, which would read on to the end of the script for a key that the line lacks.
  for (const char* at = memchr(line, ' ', (size_t)(end - line)); at != NULL;
       at = memchr(at + 1, ' ', (size_t)(end - at - 1))) {
    if (strncmp(at + 1, key, length) == 0 && at[length + 1] == '=') {
      size_t n = strcspn(at + length + 2, " \n");
      if (n >= size) n = size - 1;
      memcpy(value, at + length + 2, n);
      value[n] = 0;
      return;
    }
  }
}

unsigned long fy_script_number(const char* line, const char* key, unsigned long otherwise) {
  char text[24];
  fy_script_text(line, key, text, sizeof(text));
  return text[0] == 0 ? otherwise : strtoul(text, NULL, 0);
}
