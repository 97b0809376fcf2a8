// SPDX-License-Identifier: Apache-2.0

/// Several processes copy at once, by the library, and do what processes do meanwhile: fork, unmap,
/// yield, exit, are killed. Every byte is looked at; pages that are given back hold a poison.

#include "copies.h"

#define MOST_PROCESSES 8u
#define MOST_PAGES 12u
#define ROUNDS 4u
#define POISON 0x7777777777777777ul

static uint64_t random_of(uint64_t* seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

static void poison(struct buffer buffer) {
  for (size_t i = 0; i < buffer.size / 8; i++) ((uint64_t*)buffer.bytes)[i] = POISON;
}

// A copy into a target that is new, mapped, or shared with a child until it is written.
static unsigned long one_copy(uint64_t* seed) {
  const size_t bytes = 1 + random_of(seed) % (MOST_PAGES * PAGE_BYTES - 64);
  const struct buffer source = map_pages(bytes + 64), target = map_pages(bytes + 64);
  const uint8_t* const from = source.bytes + random_of(seed) % 64;
  uint8_t* const to = target.bytes + random_of(seed) % 64;
  unsigned long wrong = 0;
  fill_pages(source, (unsigned)random_of(seed));
  if (random_of(seed) % 2) poison(target);
  const pid_t child = random_of(seed) % 4 == 0 ? fork() : -1;
  if (child == 0) {  // copies the same, on its own pages
    must(fy_copy(to, from, bytes) == FY_COPY_COPIED, "fy_copy of a child");
    exit(wrong_bytes(to, from, bytes) != 0);
  }
  if (random_of(seed) % 3 == 0) sched_yield();
  must(fy_copy(to, from, bytes) == FY_COPY_COPIED, "fy_copy");
  wrong += wrong_bytes(to, from, bytes);
  if (child > 0) {
    int status = 0;
    if (random_of(seed) % 3 == 0) kill(child, SIGKILL);
    must(waitpid(child, &status, 0) == child, "waitpid");
    wrong += WIFEXITED(status) && WEXITSTATUS(status) != 0;
  }
  poison(target);
  poison(source);
  unmap_pages(target);
  unmap_pages(source);
  return wrong;
}

static void work(unsigned number, uint64_t seed) {
  unsigned long wrong = 0;
  seed = seed * 0x9e3779b97f4a7c15ul + number + 1;
  for (unsigned round = 0; round < ROUNDS; round++) wrong += one_copy(&seed);
  exit(wrong == 0 ? 0 : 2);
}

void together(const char* line) {
  const unsigned processes = (unsigned)number_of(line, "processes", 2);
  const uint64_t seed = number_of(line, "seed", 1);
  pid_t children[MOST_PROCESSES];
  unsigned bad = 0;
  must(processes <= MOST_PROCESSES, "more than 8 processes");
  const uint64_t begun = cycles();
  for (unsigned i = 0; i < processes; i++) {
    children[i] = fork();
    must(children[i] >= 0, "fork");
    if (children[i] == 0) work(i, seed);
  }
  for (unsigned i = 0; i < processes; i++) {
    int status = 0;
    must(waitpid(children[i], &status, 0) == children[i], "waitpid");
    bad += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  printf("FY %s cycles=%lu copies=%u wrong=%u\n", line, (unsigned long)(cycles() - begun),
         processes * ROUNDS, bad);
  must(bad == 0, "a copy beside others");
}
