// SPDX-License-Identifier: Apache-2.0

#include "init.h"

#include "fy_map.h"

#define ARGUMENTS "/arguments"  // words of the program to run, a zero behind each
#define COMMANDS "/commands"    // of the shell; without them it reads the console
#define MOST_WORDS 64
#define PAGE_BYTES 4096
#define NO_EXIT_DEVICE 99

// The entry is a few instructions before nolibc's own: this is the first one in user mode.
unsigned long boot_cycles = 1;
__asm__(
    ".globl first_instruction\n"
    "first_instruction:\n"
    "  rdcycle t0\n"
    "  la t1, boot_cycles\n"
    "  sd t0, 0(t1)\n"
    "  j _start\n");

int run(char** words) {
  const pid_t child = fork();
  if (child == 0) {
    execve(words[0], words, NULL);
    const char* const why = errno == ENOENT    ? "there is no such program"
                            : errno == ENOEXEC ? "it is no program for this machine"
                                               : "it cannot be run";
    printf("%s: %s\n", words[0], why);
    exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) != child) {
  }
  if (child < 0) return 127;
  const int signal = status & 127;
  if (signal != 0) printf("%s: killed by signal %d\n", words[0], signal);
  return signal != 0 ? 128 + signal : WEXITSTATUS(status);
}

static int run_given(int file) {
  static char text[PAGE_BYTES];
  char* words[MOST_WORDS + 1];
  const ssize_t bytes = read(file, text, sizeof text);
  int count = 0;
  for (ssize_t at = 0; at < bytes && count < MOST_WORDS; at += (ssize_t)strlen(text + at) + 1) {
    words[count++] = text + at;
  }
  words[count] = NULL;
  return run(words);
}

// Through the test device, as programs without a kernel end: a shutdown has no exit code.
static _Noreturn void end(int code) {
  const int memory = open("/dev/mem", O_RDWR, 0);
  volatile uint32_t* const device =
      mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, FY_TEST_FINISH);
  if (memory < 0 || device == MAP_FAILED) {
    printf("init: /dev/mem does not give the test device; the kernel needs CONFIG_DEVMEM\n");
    exit(NO_EXIT_DEVICE);  // which is a panic
  }
  *device = code == 0 ? FY_TEST_FINISH_STATUS_PASS
                      : FY_TEST_FINISH_STATUS_FAIL | (uint32_t)code << FY_TEST_FINISH_CODE_SHIFT;
  for (;;) {
  }
}

int main(int count, char** words, char** environment) {
  (void)count, (void)words;
  printf("FY boot_cycles=%lu\n", boot_cycles);
  keep_boot(environment);
  mount("proc", "/proc", "proc", 0, NULL);
  const int given = open(ARGUMENTS, O_RDONLY, 0);
  if (given >= 0) end(run_given(given));
  const int commands = open(COMMANDS, O_RDONLY, 0);
  if (commands >= 0) dup2(commands, 0);
  end(shell(commands >= 0 ? "" : "# "));
}
