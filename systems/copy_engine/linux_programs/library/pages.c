// SPDX-License-Identifier: Apache-2.0

#include "parts.h"

#define SYSTEM_CALL_EXIT_GROUP 94

void failed(const char* file, int line, const char* what) {
  printf("%s:%d: %s\n", file, line, what);
  my_syscall1(SYSTEM_CALL_EXIT_GROUP, 1);
}

uint8_t* map_pages(size_t bytes, int flags) {
  uint8_t* const pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
  CHECK(pages != MAP_FAILED);
  return pages;
}

void unmap_pages(uint8_t* pages, size_t bytes) { CHECK(munmap(pages, bytes) == 0); }

static uint8_t byte_of(size_t i, unsigned seed) {
  return (uint8_t)((i + seed * 77u) * 2654435761u >> 24);
}

void fill(uint8_t* bytes, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) bytes[i] = byte_of(i, seed);
}

int holds(const uint8_t* bytes, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] != byte_of(i, seed)) return 0;
  }
  return 1;
}

void copy_and_check(size_t bytes, unsigned seed) {
  const size_t size = bytes + 2 * PAGE;
  uint8_t *const source = map_pages(size, MAP_PRIVATE), *const target =
                                                            map_pages(size, MAP_PRIVATE);
  uint8_t *const from = source + seed * 13 % PAGE, *const to = target + seed * 7 % PAGE;
  fill(from, bytes, seed);
  CHECK(fy_copy(to, from, bytes) == FY_COPY_COPIED);
  CHECK(holds(to, bytes, seed));
  // Around it nothing was written.
  for (uint8_t* i = target; i < to; i++) CHECK(*i == 0);
  for (uint8_t* i = to + bytes; i < target + size; i++) CHECK(*i == 0);
  unmap_pages(source, size);
  unmap_pages(target, size);
}

int status_of(pid_t child) {
  int status = -1;
  CHECK(child > 0);
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}
