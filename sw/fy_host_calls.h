// SPDX-License-Identifier: Apache-2.0

/// Numbers of the host calls and their arguments (docs/decisions/0004-host-calls.md). Word 0 of a
/// call's block has the number, words 1 to 5 the arguments named here; the answer comes back in
/// word 0. The glue of programs and the simulator (sim/host) read the same declaration.

#ifndef FY_HOST_CALLS_H
#define FY_HOST_CALLS_H

enum fy_host_call_number {
  FY_CALL_WRITE = 64,              ///< file descriptor, address, bytes; answers the bytes written
  FY_CALL_RESIDENCY = 0x46590001,  ///< address, bytes, where (enum fy_residency)
  FY_CALL_STRAP = 0x46590002,      ///< strap, value; answers 0, or 1 when the build refuses it
  FY_CALL_COMPARE = 0x46590003,    ///< target, source, bytes, guard, fill; answers wrong bytes
  FY_CALL_CAPTURE = 0x46590007,    ///< address, bytes; 0 when kept as a file, 1 without a folder
  FY_CALL_MARK = 0x46590008,       ///< none; endpoints forget what they saw
  FY_CALL_FILL = 0x46590009        ///< address, bytes, value
};

#endif
