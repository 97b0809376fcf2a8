// SPDX-License-Identifier: Apache-2.0

/// Asks the firmware to keep the machine as it is now; a run that begins from there comes back here
/// with an input of its own. Linux makes what it does not know of its command line a variable.

#include "fy_boot_state.h"
#include "fy_map.h"
#include "init.h"

#define INPUT "/input"
#define PAGE_BYTES 4096ul

static volatile void* map(int memory, unsigned long address, unsigned long bytes) {
  const unsigned long begin = address & ~(PAGE_BYTES - 1);
  uint8_t* const place = mmap(NULL, bytes + (address - begin), PROT_READ | PROT_WRITE, MAP_SHARED,
                              memory, (off_t)begin);
  return place == MAP_FAILED ? NULL : place + (address - begin);
}

static void write_input(int memory, unsigned long address, unsigned long bytes) {
  const void* const given = (const void*)map(memory, address, bytes);
  const int file = open(INPUT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (given == NULL || write(file, given, bytes) != (ssize_t)bytes)
    printf("init: the input cannot be read\n");
  close(file);
}

void keep_boot(char** environment) {
  static const char name[] = "fy_host=";
  while (*environment != NULL && strncmp(*environment, name, sizeof name - 1) != 0) environment++;
  const char* const given = *environment == NULL ? NULL : *environment + sizeof name - 1;
  const int memory = given == NULL ? -1 : open("/dev/mem", O_RDWR, 0);
  if (memory < 0) return;
  struct fy_host* const host = (struct fy_host*)map(memory, (unsigned long)atol(given), PAGE_BYTES);
  volatile uint32_t* const interrupt = map(memory, FY_TIMER_MSIP, sizeof *interrupt);
  if (host != NULL && interrupt != NULL) {
    host->request = FY_STATE_KEEP;
    __asm__ volatile("fence" ::: "memory");
    *interrupt = 1;
    while (host->answer == 0) {
    }
    host->answer = 0;
    if (host->input_bytes != 0) write_input(memory, host->input, host->input_bytes);
  }
  close(memory);
}
