// SPDX-License-Identifier: Apache-2.0

#include "copies.h"

#define PROTECTION (PROT_READ | PROT_WRITE)
#define ADVICE_POPULATE_WRITE 23
#define SYSTEM_CALL_MLOCK 228
#define SYSTEM_CALL_MUNLOCK 229
#define SYSTEM_CALL_MADVISE 233

void must(int good, const char* what) {
  if (good) return;
  printf("processes: %s failed, error %d\n", what, errno);
  exit(1);
}

// A mapping of its own, as other programs have: one page at either end keeps it apart from others,
// with which the kernel would make it one, and have to part it when it is locked.
struct buffer map_pages(size_t size) {
  const size_t whole = (size + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
  uint8_t* const place =
      mmap(NULL, whole + 2 * PAGE_BYTES, PROTECTION, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  must(place != MAP_FAILED, "mmap");
  must(munmap(place, PAGE_BYTES) == 0, "munmap");
  must(munmap(place + PAGE_BYTES + whole, PAGE_BYTES) == 0, "munmap");
  return (struct buffer){place + PAGE_BYTES, whole};
}

void unmap_pages(struct buffer buffer) { must(munmap(buffer.bytes, buffer.size) == 0, "munmap"); }

void fill_pages(struct buffer buffer, unsigned seed) {
  uint64_t* const words = (uint64_t*)buffer.bytes;
  for (size_t i = 0; i < buffer.size / 8; i++) words[i] = (seed + i) * 0x9e3779b97f4a7c15ul;
}

unsigned long wrong_bytes(const uint8_t* target, const uint8_t* source, size_t bytes) {
  unsigned long wrong = 0;
  size_t at = 0;
  if ((((uintptr_t)target | (uintptr_t)source) & 7) == 0) {
    while (at + 8 <= bytes && *(const uint64_t*)(target + at) == *(const uint64_t*)(source + at))
      at += 8;
  }
  for (; at < bytes; at++) wrong += target[at] != source[at];
  return wrong;
}

void bring_in(enum page_in way, void* address, size_t bytes) {
  const uintptr_t begin = (uintptr_t)address & ~(PAGE_BYTES - 1);
  const size_t size = (uintptr_t)address + bytes - begin;
  if (way == PAGE_IN_MLOCK) {
    must(my_syscall2(SYSTEM_CALL_MLOCK, begin, size) == 0, "mlock");
    must(my_syscall2(SYSTEM_CALL_MUNLOCK, begin, size) == 0, "munlock");
  } else if (way == PAGE_IN_POPULATE) {
    must(my_syscall3(SYSTEM_CALL_MADVISE, begin, size, ADVICE_POPULATE_WRITE) == 0, "madvise");
  }
}

const char* text_of(const char* line, const char* key, char* value, size_t size) {
  const size_t length = strlen(key);
  size_t count = 0;
  for (const char* at = line; *at != '\0'; at++) {
    if ((at != line && at[-1] != ' ') || strncmp(at, key, length) != 0 || at[length] != '=')
      continue;
    for (at += length + 1; *at != '\0' && *at != ' ' && count + 1 < size; at++)
      value[count++] = *at;
    break;
  }
  value[count] = '\0';
  return value;
}

unsigned long number_of(const char* line, const char* key, unsigned long otherwise) {
  char text[24];
  text_of(line, key, text, sizeof text);
  return text[0] == '\0' ? otherwise : (unsigned long)atol(text);
}
