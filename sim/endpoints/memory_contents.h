// SPDX-License-Identifier: Apache-2.0
// Contents of the simulated memory, sparse: bytes never written read as zero.
// Addresses are physical byte addresses; there is one memory in a process.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Copies `size` bytes into the memory.
void fy_memory_poke(uint64_t address, const void* data, size_t size);
// Copies `size` bytes out of the memory.
void fy_memory_peek(uint64_t address, void* data, size_t size);
// Forgets everything.
void fy_memory_clear(void);

#ifdef __cplusplus
}
#endif
