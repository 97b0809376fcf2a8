// SPDX-License-Identifier: Apache-2.0

/// Calls of the kernel: those that copy themselves, and those that a copy under way may hold up.

#include "copies.h"
#include "fy_copy_engine.h"

#define LONG_BYTES (1ul << 20)
#define OTHER_PAGES 16
#define PIPE_BYTES 4096u  // that a pipe of the smallest kernel surely takes at once
#define SYSTEM_CALL_PIPE2 59

/// read() of as many bytes from a pipe, or from a file in memory, into pages that are there.
void read_once(const char* line) {
  char via[16];
  const size_t bytes = number_of(line, "bytes", 4096);
  const int is_pipe = strcmp(text_of(line, "via", via, sizeof via), "pipe") == 0;
  const struct buffer source = map_pages(bytes), target = map_pages(bytes);
  fill_pages(source, 1);
  fill_pages(target, 2);
  int ends[2] = {-1, -1};
  if (is_pipe) {
    must(my_syscall2(SYSTEM_CALL_PIPE2, ends, 0) == 0, "pipe2");
  } else {
    ends[0] = open("/tmp/source", O_RDWR | O_CREAT | O_TRUNC, 0600);
    must(ends[0] >= 0 && write(ends[0], source.bytes, bytes) == (ssize_t)bytes, "write of a file");
  }
  for (unsigned round = 0; round < 3; round++) {
    uint64_t taken = 0;
    if (!is_pipe) must(lseek(ends[0], 0, SEEK_SET) == 0, "lseek");
    for (size_t at = 0; at < bytes;) {
      const size_t part = is_pipe && bytes - at > PIPE_BYTES ? PIPE_BYTES : bytes - at;
      if (is_pipe) must(write(ends[1], source.bytes + at, part) == (ssize_t)part, "write");
      const uint64_t begun = cycles();
      must(read(ends[0], target.bytes + at, part) == (ssize_t)part, "read");
      taken += cycles() - begun;
      at += part;
    }
    if (round == 2) {
      printf("FY %s cycles=%lu wrong=%lu\n", line, (unsigned long)taken,
             wrong_bytes(target.bytes, source.bytes, bytes));
    }
  }
  close(ends[0]);
  if (is_pipe) close(ends[1]);
  unmap_pages(target);
  unmap_pages(source);
}

// The call, of pages that nobody copies; unmapping is of pages that were never touched, since the
// kernel's fence for others forgets every user's copy.
static uint64_t call(const char* name) {
  static struct buffer other;
  if (strcmp(name, "munmap") == 0) other = map_pages(OTHER_PAGES * PAGE_BYTES);
  const uint64_t begun = cycles();
  if (strcmp(name, "mmap") == 0) {
    other = map_pages(OTHER_PAGES * PAGE_BYTES);
  } else if (strcmp(name, "munmap") == 0) {
    unmap_pages(other);
  } else {
    (void)getpid();
  }
  const uint64_t taken = cycles() - begun;
  if (strcmp(name, "mmap") == 0) unmap_pages(other);
  return taken;
}

// Whether the engine still copies: a status of 0 while bytes of the cursor are left.
static int runs(void) {
  return fy_copy_engine_read(FY_COPY_STATUS) == 0 &&
         fy_copy_engine_read(FY_COPY_SEGMENTS_LEFT) != 0;
}

/// A call alone, and during a copy of 1 MB that runs at both ends of it.
void call_beside(const char* line) {
  char name[16];
  text_of(line, "call", name, sizeof name);
  const struct buffer source = map_pages(LONG_BYTES), target = map_pages(LONG_BYTES);
  fill_pages(source, 3);
  fill_pages(target, 4);
  for (unsigned round = 0; round < 3; round++) {
    (void)call(name);  // what the code above took out of the caches comes back
    const uint64_t alone = call(name);
    fy_copy_engine_start(target.bytes, source.bytes, LONG_BYTES);
    const int before = runs();
    const uint64_t beside = call(name);
    const int after = runs();
    const enum fy_copy_status status = fy_copy_engine_wait();
    fy_copy_engine_release();
    printf("FY %s round=%u alone=%lu beside=%lu at_both_ends=%d status=%d wrong=%lu\n", line, round,
           (unsigned long)alone, (unsigned long)beside, before && after, (int)status,
           status == FY_COPY_DONE ? wrong_bytes(target.bytes, source.bytes, LONG_BYTES) : 0);
  }
  unmap_pages(target);
  unmap_pages(source);
}
