// SPDX-License-Identifier: Apache-2.0

/// Movers of the grid that experiments/unroll searches: each copies by turns of one size while it
/// can, and leaves the rest to fy_memcpy_scalar. copies.h chooses among them.

#include "scalar_turns.inc"

// Between aligned addresses.
.macro mover_copy turn, ahead
  .balign 64
copy_\turn\()_\ahead:
  li t0, \turn * WORD + \ahead * BLOCK
  bltu a2, t0, 1f
  copy_turns \turn, \ahead
1:
  tail fy_memcpy_scalar
.endm

// To an aligned target.
.macro mover_merge merge, turn, ahead
  .balign 64
\merge\()_\turn\()_\ahead:
  andi t0, a1, WORD - 1
  slli t5, t0, 3
  neg t6, t5
  li t4, \turn * WORD + \ahead * BLOCK
  bltu a2, t4, 1f
  sub a1, a1, t0
  merge_turns \turn, \ahead, \merge
  add a1, a1, t0
1:
  tail fy_memcpy_scalar
.endm

  .section .text.scalar_turns, "ax", @progbits
  .irp ahead, 0, 1, 2
  .irp turn, 8, 16, 32
  mover_copy \turn, \ahead
  mover_merge or, \turn, \ahead
  mover_merge sh, \turn, \ahead
  .endr
  .endr

// Their addresses: by blocks ahead (0 to 2), by size of a turn (8, 16, 32).
#if __riscv_xlen == 64
#define ADDRESS .dword
#else
#define ADDRESS .word
#endif
.macro table name, kind
  .globl \name
  .balign WORD
\name:
  .irp ahead, 0, 1, 2
  ADDRESS \kind\()_8_\ahead, \kind\()_16_\ahead, \kind\()_32_\ahead
  .endr
.endm
  .section .rodata.scalar_turns, "a", @progbits
  table turns_copy, copy
  table turns_or, or
  table turns_piece, sh
