// SPDX-License-Identifier: Apache-2.0

/// Script in a program's input: one command a line with words `key=value`, the line `end`, then any
/// bytes (the payload).

#ifndef FY_SCRIPT_H
#define FY_SCRIPT_H

#include <stddef.h>

struct fy_script {
  const char* line;  ///< the command at hand
  const char* end;   ///< of the input
  const char* payload;
  size_t payload_bytes;
};

/// The script of `--input`; ends the program with a message when there is none.
struct fy_script fy_script_open(const char* program);

/// True while `line` is a command; fy_script_next steps on.
int fy_script_more(const struct fy_script* script);
void fy_script_next(struct fy_script* script);

/// Is the command of the line `name`?
int fy_script_is(const char* line, const char* name);

/// The value of `key=` in a line as text of at most `size` bytes; empty when it is not there.
void fy_script_text(const char* line, const char* key, char* value, size_t size);

/// The same as a number; `otherwise` when it is not there.
unsigned long fy_script_number(const char* line, const char* key, unsigned long otherwise);

#endif
