// SPDX-License-Identifier: Apache-2.0

/// The page behind the kernel's memory, by which simulator, firmware and the first process speak of
/// a boot that is kept: its memory as the host agent reads it, caches looked through, registers in
/// the firmware's memory, time, an engine that nobody owns. The simulator writes the input of a run
/// there; in QEMU all of it is zero.

#ifndef FY_BOOT_STATE_H
#define FY_BOOT_STATE_H

#include <stdint.h>

#define FY_HOST_CALL 128    ///< bytes to the block of a host call
#define FY_HOST_INPUT 4096  ///< bytes to the input

#define FY_STATE_KEEP 1u     ///< request
#define FY_STATE_GOES_ON 1u  ///< answers: nothing was kept, or this is the machine that was
#define FY_STATE_WAS_KEPT 2u

struct fy_host {
  volatile uint64_t tohost, fromhost;
  volatile uint64_t input, input_bytes;  ///< 0: there is no simulator
  volatile uint64_t request, answer;
};

#endif
