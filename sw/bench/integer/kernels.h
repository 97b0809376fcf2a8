// SPDX-License-Identifier: Apache-2.0

/// Four integer kernels of a general-purpose benchmark's kind, written for this project. Each call
/// does the same work on the same data and returns a checksum, so that a second pass can be
/// measured and checked.

#ifndef KERNELS_H
#define KERNELS_H

#include <stdint.h>

/// Searches a linked list for values, then sorts it by merging.
uint32_t kernel_list(void);

/// Multiplies 16x16 matrices of 32-bit integers.
uint32_t kernel_matrix(void);

/// Sorts the words of a text into integers, decimals, exponents and errors by a state machine.
uint32_t kernel_parse(void);

/// CRC-16 (polynomial 0xA001), a bit at a time.
uint32_t kernel_crc(void);

#endif
