// SPDX-License-Identifier: Apache-2.0

/// Copies of processes under Linux (CE-E7): commands are lines `name key=value ...` of the file
/// /input, or the words of the program's arguments, a comma between two commands.

#include "../../../../blocks/copy_engine/fw/user/fy_copy_linux.h"
#include "copies.h"

#define TEXT_BYTES 16384

static const struct {
  const char* name;
  void (*run)(const char* line);
} commands[] = {
    {"copy", copy_once}, {"read", read_once}, {"call", call_beside}, {"together", together}};

static void execute(const char* line) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    const size_t length = strlen(commands[i].name);
    if (strncmp(line, commands[i].name, length) == 0 && line[length] == ' ') {
      commands[i].run(line + length + 1);
      return;
    }
  }
  printf("processes: there is no command %s\n", line);
  exit(2);
}

int main(int argc, char** argv) {
  static char text[TEXT_BYTES];
  const int input = argc == 1 ? open("/input", O_RDONLY, 0) : -1;
  ssize_t count = input < 0 ? 0 : read(input, text, sizeof text - 1);
  for (int i = 1; i < argc; i++) {
    count += (ssize_t)strlcpy(text + count, argv[i], sizeof text - 1 - (size_t)count);
    text[count++] = ' ';
  }
  text[count < 0 ? 0 : count] = '\0';
  must(fy_copy_init(&fy_copier) == 0, "sched_setaffinity");
  for (char* line = text; line < text + count;) {
    while (*line == ' ' || *line == '\n') line++;
    if (*line == '\0' || strcmp(line, "end\n") == 0) break;
    char* end = line;
    while (*end != '\0' && *end != '\n' && *end != ',') end++;
    *end = '\0';
    for (char* last = end - 1; *last == ' '; last--) *last = '\0';
    execute(line);
    while (*end == '\0' && end < text + count) end++;
    line = end;
  }
  return 0;
}
