// SPDX-License-Identifier: Apache-2.0

/// Copies of a process under Linux: what the commands share. nolibc comes before this file.

#ifndef COPIES_H
#define COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "../../../../blocks/copy_engine/fw/user/fy_copy.h"

#define PAGE_BYTES 4096ul

/// Ways to make pages of the target present before the engine copies, or while it does.
enum page_in { PAGE_IN_NONE, PAGE_IN_MLOCK, PAGE_IN_POPULATE, PAGE_IN_TOUCH };

/// A buffer of whole pages; each call maps new ones.
struct buffer {
  uint8_t* bytes;
  size_t size;
};

int fy_memcpy_scalar(void* target, const void* source, size_t bytes);

static inline uint64_t cycles(void) {
  uint64_t value;
  __asm__ volatile("rdcycle %0" : "=r"(value)::"memory");
  return value;
}

/// Ends the process with a message when a call of the kernel failed.
void must(int good, const char* what);

struct buffer map_pages(size_t size);
void unmap_pages(struct buffer buffer);

/// Contents by a seed; also makes the pages present.
void fill_pages(struct buffer buffer, unsigned seed);

/// Bytes that differ from those of `source`.
unsigned long wrong_bytes(const uint8_t* target, const uint8_t* source, size_t bytes);

/// Makes a range present as the word says; PAGE_IN_TOUCH does nothing here.
void bring_in(enum page_in way, void* address, size_t bytes);

/// The value of `key=` in a line, its text or a number; `otherwise` when it is not there.
const char* text_of(const char* line, const char* key, char* value, size_t size);
unsigned long number_of(const char* line, const char* key, unsigned long otherwise);

/// The commands.
void copy_once(const char* line);
void read_once(const char* line);
void call_beside(const char* line);
void together(const char* line);

#endif
