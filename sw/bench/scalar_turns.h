// SPDX-License-Identifier: Apache-2.0

/// Turns of word copies as assembler macros: what experiments/unroll searches, and what
/// fy_memcpy_scalar does with the winners.
///
/// A turn is some blocks of eight words, a line of 64 bytes on RV64. With `ahead` the first word of
/// a block is loaded one or two blocks early (and, where it is not merged, stored one block early),
/// so that lines of source and target are under way while others are copied. That costs no
/// instruction, and reads nothing but words of the source.
///
/// Between all of them: a0 target and a1 source, aligned to words; a2 bytes left, at least those of
/// a turn and `ahead` blocks. Each copies whole turns and moves a0, a1 and a2 on. They use a3 to a7
/// and t0 to t4; t5 is the shift of a merge. Sizes are constants: `turn` 8, 16 or 32 words, `ahead`
/// 0, 1 or 2.

#ifndef SCALAR_TURNS_H
#define SCALAR_TURNS_H

#if __riscv_xlen == 64
#define WORD 8
#define LOAD ld
#define STORE sd
#else
#define WORD 4
#define LOAD lw
#define STORE sw
#endif
#define BLOCK (8 * WORD)

// t4 becomes the last start of a turn, a2 the end of the target.
.macro turns_begin turn, ahead
  addi t4, a2, -(\turn * WORD + \ahead * BLOCK)
  add t4, t4, a0
  add a2, a2, a0
.endm

.macro turns_end turn
  addi a1, a1, \turn * WORD
  addi a0, a0, \turn * WORD
.endm

// ---- aligned ------------------------------------------------------------------------------------

// `held` is the first word of the next block (two ahead), `later` gets that of a later one.
.macro copy_block at, ahead, held, later
  .if \ahead == 1
  LOAD \held, \at + BLOCK(a1)
  .elseif \ahead == 0
  LOAD \held, \at(a1)
  .endif
  LOAD a3, \at + 1 * WORD(a1)
  LOAD a4, \at + 2 * WORD(a1)
  LOAD a5, \at + 3 * WORD(a1)
  LOAD a6, \at + 4 * WORD(a1)
  .if \ahead == 2
  LOAD \later, \at + 2 * BLOCK(a1)
  .endif
  LOAD a7, \at + 5 * WORD(a1)
  LOAD t0, \at + 6 * WORD(a1)
  LOAD t1, \at + 7 * WORD(a1)
  .if \ahead == 0
  STORE \held, \at(a0)
  .else
  STORE \held, \at + BLOCK(a0)
  .endif
  STORE a3, \at + 1 * WORD(a0)
  STORE a4, \at + 2 * WORD(a0)
  STORE a5, \at + 3 * WORD(a0)
  STORE a6, \at + 4 * WORD(a0)
  STORE a7, \at + 5 * WORD(a0)
  STORE t0, \at + 6 * WORD(a0)
  STORE t1, \at + 7 * WORD(a0)
.endm

.macro copy_turns turn, ahead
  turns_begin \turn, \ahead
  .if \ahead != 0
  LOAD t2, 0(a1)
  STORE t2, 0(a0)
  .endif
  .if \ahead == 2
  LOAD t2, BLOCK(a1)
  .endif
.Lturn\@:
  copy_block 0, \ahead, t2, t3
  .if \turn >= 16
  copy_block BLOCK, \ahead, t3, t2
  .endif
  .if \turn == 32
  copy_block 2 * BLOCK, \ahead, t2, t3
  copy_block 3 * BLOCK, \ahead, t3, t2
  .endif
  .if \turn == 8 && \ahead == 2
  mv t2, t3
  .endif
  turns_end \turn
  bgeu t4, a0, .Lturn\@
  sub a2, a2, a0
.endm

// ---- unlike alignments --------------------------------------------------------------------------

// A word of the target from two neighbours of the source. `merge` is `or`: two shifts and an OR
// (t6 is minus t5; `low` is used up); or `sb`, `sh`, `sw` when t5 is 8, 16 or 32: one shift, then
// the low bytes of the later neighbour go on top of it, as they are.
.macro put_merged at, merge, low, high
  .ifc \merge, or
  srl \low, \low, t5
  sll t1, \high, t6
  or t1, t1, \low
  STORE t1, \at(a0)
  .else
  STORE t1, \at(a0)
  srl t1, \high, t5
  .ifc \merge, sb
  sb \high, \at + WORD - 1(a0)
  .endif
  .ifc \merge, sh
  sh \high, \at + WORD - 2(a0)
  .endif
  .ifc \merge, sw
  sw \high, \at + WORD - 4(a0)
  .endif
  .endif
.endm

// a3 is the word before; `held` is the first of this block, and is loaded anew for a later one.
.macro merge_block at, ahead, merge, held
  .if \ahead == 0
  LOAD \held, \at + 1 * WORD(a1)
  .endif
  .ifc \merge, or
  LOAD a4, \at + 2 * WORD(a1)
  put_merged \at, \merge, a3, \held
  LOAD a5, \at + 3 * WORD(a1)
  put_merged \at + 1 * WORD, \merge, \held, a4
  .if \ahead != 0
  LOAD \held, \at + \ahead * BLOCK + 1 * WORD(a1)
  .endif
  LOAD a6, \at + 4 * WORD(a1)
  put_merged \at + 2 * WORD, \merge, a4, a5
  LOAD a7, \at + 5 * WORD(a1)
  put_merged \at + 3 * WORD, \merge, a5, a6
  LOAD a4, \at + 6 * WORD(a1)
  put_merged \at + 4 * WORD, \merge, a6, a7
  LOAD a5, \at + 7 * WORD(a1)
  put_merged \at + 5 * WORD, \merge, a7, a4
  LOAD a3, \at + 8 * WORD(a1)
  put_merged \at + 6 * WORD, \merge, a4, a5
  put_merged \at + 7 * WORD, \merge, a5, a3
  .else
  LOAD a4, \at + 2 * WORD(a1)
  LOAD a5, \at + 3 * WORD(a1)
  LOAD a6, \at + 4 * WORD(a1)
  put_merged \at, \merge, a3, \held
  .if \ahead != 0
  LOAD \held, \at + \ahead * BLOCK + 1 * WORD(a1)
  .endif
  put_merged \at + 1 * WORD, \merge, \held, a4
  put_merged \at + 2 * WORD, \merge, a4, a5
  put_merged \at + 3 * WORD, \merge, a5, a6
  LOAD a4, \at + 5 * WORD(a1)
  LOAD a5, \at + 6 * WORD(a1)
  LOAD a7, \at + 7 * WORD(a1)
  LOAD a3, \at + 8 * WORD(a1)
  put_merged \at + 4 * WORD, \merge, a6, a4
  put_merged \at + 5 * WORD, \merge, a4, a5
  put_merged \at + 6 * WORD, \merge, a5, a7
  put_merged \at + 7 * WORD, \merge, a7, a3
  .endif
.endm

// a1 is the aligned word with the first byte; the word behind the last one merged is read too.
.macro merge_turns turn, ahead, merge
  turns_begin \turn, \ahead
  LOAD a3, 0(a1)
  .ifnc \merge, or
  srl t1, a3, t5
  .endif
  .if \ahead != 0
  LOAD t2, 1 * WORD(a1)
  .endif
  .if \ahead == 2
  LOAD t3, BLOCK + 1 * WORD(a1)
  .endif
.Lturn\@:
  merge_block 0, \ahead, \merge, t2
  .if \turn >= 16
  .if \ahead == 2
  merge_block BLOCK, \ahead, \merge, t3
  .else
  merge_block BLOCK, \ahead, \merge, t2
  .endif
  .endif
  .if \turn == 32
  merge_block 2 * BLOCK, \ahead, \merge, t2
  .if \ahead == 2
  merge_block 3 * BLOCK, \ahead, \merge, t3
  .else
  merge_block 3 * BLOCK, \ahead, \merge, t2
  .endif
  .endif
  .if \turn == 8 && \ahead == 2
  mv a4, t2
  mv t2, t3
  mv t3, a4
  .endif
  turns_end \turn
  bgeu t4, a0, .Lturn\@
  sub a2, a2, a0
.endm

#endif
