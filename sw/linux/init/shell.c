// SPDX-License-Identifier: Apache-2.0

#include "init.h"

#define LINE_BYTES 1024
#define MOST_WORDS 64

static void say(const char* what, const char* why) { printf("%s: %s\n", what, why); }

static void list(const char* path) {
  static char buffer[LINE_BYTES] __attribute__((aligned(8)));
  const int folder = open(path, O_RDONLY, 0);
  if (folder < 0) {
    say(path, "there is no such folder");
    return;
  }
  int bytes;
  while ((bytes = getdents64(folder, (struct linux_dirent64*)buffer, sizeof buffer)) > 0) {
    for (int at = 0; at < bytes;) {
      const struct linux_dirent64* const entry = (struct linux_dirent64*)(buffer + at);
      if (entry->d_name[0] != '.') printf("%s\n", entry->d_name);
      at += entry->d_reclen;
    }
  }
  if (bytes < 0) say(path, "it is no folder");
  close(folder);
}

static void show(const char* path) {
  static char buffer[LINE_BYTES];
  const int file = open(path, O_RDONLY, 0);
  if (file < 0) {
    say(path, "there is no such file");
    return;
  }
  ssize_t bytes;
  while ((bytes = read(file, buffer, sizeof buffer)) > 0) write(1, buffer, (size_t)bytes);
  if (bytes < 0) say(path, "it cannot be read");
  close(file);
}

// A name without a slash is that of a program in /bin.
static int start(char** words) {
  static char path[LINE_BYTES + sizeof "/bin/"];
  if (strchr(words[0], '/') == NULL) {
    strcpy(path, "/bin/");
    strlcat(path, words[0], sizeof path);
    words[0] = path;
  }
  return run(words);
}

// A file has no lines of its own, unlike a terminal; what does not fit is another line.
static int read_line(char* line) {
  int count = 0;
  while (count < LINE_BYTES - 1 && read(0, line + count, 1) == 1) {
    if (line[count++] == '\n') break;
  }
  line[count] = '\0';
  return count != 0;
}

static int split(char* line, char** words) {
  int count = 0;
  for (char* at = line; *at != '\0' && count < MOST_WORDS;) {
    while (*at == ' ' || *at == '\t' || *at == '\n') *at++ = '\0';
    if (*at != '\0') words[count++] = at;
    while (*at != '\0' && *at != ' ' && *at != '\t' && *at != '\n') at++;
  }
  words[count] = NULL;
  return count;
}

static int execute(int count, char** words, int last) {
  const char* const name = words[0];
  const char* const first = count > 1 ? words[1] : NULL;
  if (strcmp(name, "cd") == 0) {
    if (chdir(first != NULL ? first : "/") != 0) say(first, "there is no such folder");
  } else if (strcmp(name, "ls") == 0) {
    list(first != NULL ? first : ".");
  } else if (strcmp(name, "cat") == 0) {
    for (int index = 1; index < count; index++) show(words[index]);
  } else if (strcmp(name, "echo") == 0) {
    for (int index = 1; index < count; index++) {
      printf(index + 1 < count ? "%s " : "%s", words[index]);
    }
    printf("\n");
  } else if (strcmp(name, "help") == 0) {
    printf("cd, ls, cat, echo, exit [CODE]; any other word is a program, of /bin or with a path\n");
  } else {
    return start(words);
  }
  return last;
}

int shell(const char* prompt) {
  static char line[LINE_BYTES];
  char* words[MOST_WORDS + 1];
  int last = 0;
  for (;;) {
    write(1, prompt, strlen(prompt));
    if (!read_line(line)) return last;
    const int count = split(line, words);
    if (count == 0) continue;
    if (strcmp(words[0], "exit") == 0) return count > 1 ? atoi(words[1]) & 255 : last;
    last = execute(count, words, last);
  }
}
