// SPDX-License-Identifier: Apache-2.0

/// int fy_memcpy_scalar(void* target, const void* source, size_t bytes); returns 0.
///
/// The scalar rival of the copy engine: turns of scalar_turns.inc as experiments/unroll found them
/// fastest, no register saved, any alignment and size. Reads bytes of the source, and aligned words
/// that hold one, so no page that the source is not in. Overlap is not allowed.
///
///   both aligned   turns, blocks, words, bytes
///   below SHORT    bytes
///   otherwise      bytes up to a word of the target; then the source is aligned too, or words
///                  are merged: turns, blocks, words; then bytes

#include "scalar_turns.inc"

// The fastest of experiments/unroll.
#define COPY_TURN 16
#define MERGE_TURN 32
#define AHEAD 2

// Fewer bytes, misaligned, are copied one by one.
#define SHORT 16

// From here on turns gain more than their start costs.
#define LONG_COPY 512
#define LONG_MERGE (MERGE_TURN * WORD + AHEAD * BLOCK)

// `count` bytes (1, 2, 4 or 8) when bit log2(count) of \bits is set; all loads first.
.macro bytes_if count, bits
  andi t4, \bits, \count
  beqz t4, .Lskip\@
  lbu a3, 0(a1)
  .if \count >= 2
  lbu a4, 1(a1)
  .endif
  .if \count >= 4
  lbu a5, 2(a1)
  lbu a6, 3(a1)
  .endif
  .if \count >= 8
  lbu a7, 4(a1)
  lbu t1, 5(a1)
  lbu t2, 6(a1)
  lbu t3, 7(a1)
  .endif
  sb a3, 0(a0)
  .if \count >= 2
  sb a4, 1(a0)
  .endif
  .if \count >= 4
  sb a5, 2(a0)
  sb a6, 3(a0)
  .endif
  .if \count >= 8
  sb a7, 4(a0)
  sb t1, 5(a0)
  sb t2, 6(a0)
  sb t3, 7(a0)
  .endif
  addi a1, a1, \count
  addi a0, a0, \count
.Lskip\@:
.endm

  .section .text.fy_memcpy_scalar, "ax", @progbits
  .globl fy_memcpy_scalar
  .type fy_memcpy_scalar, @function
  .balign 64
fy_memcpy_scalar:
  or t0, a0, a1
  andi t0, t0, WORD - 1
  bnez t0, unlike

aligned:
  li t0, LONG_COPY
  bgeu a2, t0, long_copy
blocks:
  li t6, BLOCK
  bltu a2, t6, words
1:
  copy_block 0, 0, t2, t3
  addi a2, a2, -BLOCK
  addi a1, a1, BLOCK
  addi a0, a0, BLOCK
  bgeu a2, t6, 1b
words:
  andi t4, a2, 4 * WORD
  beqz t4, 1f
  LOAD a3, 0(a1)
  LOAD a4, 1 * WORD(a1)
  LOAD a5, 2 * WORD(a1)
  LOAD a6, 3 * WORD(a1)
  STORE a3, 0(a0)
  STORE a4, 1 * WORD(a0)
  STORE a5, 2 * WORD(a0)
  STORE a6, 3 * WORD(a0)
  addi a1, a1, 4 * WORD
  addi a0, a0, 4 * WORD
1:
  andi t4, a2, 2 * WORD
  beqz t4, 1f
  LOAD a3, 0(a1)
  LOAD a4, 1 * WORD(a1)
  STORE a3, 0(a0)
  STORE a4, 1 * WORD(a0)
  addi a1, a1, 2 * WORD
  addi a0, a0, 2 * WORD
1:
  andi t4, a2, WORD
  beqz t4, 1f
  LOAD a3, 0(a1)
  addi a1, a1, WORD
  STORE a3, 0(a0)
  addi a0, a0, WORD
1:
  andi a2, a2, WORD - 1
  beqz a2, done
  // The last bytes are the low ones of a word of the source; the target is aligned.
  LOAD a3, 0(a1)
#if __riscv_xlen == 64
  andi t4, a2, 4
  beqz t4, 1f
  sw a3, 0(a0)
  srli a3, a3, 32
  addi a0, a0, 4
1:
#endif
  andi t4, a2, 2
  beqz t4, 1f
  sh a3, 0(a0)
  srli a3, a3, 16
  addi a0, a0, 2
1:
  andi t4, a2, 1
  beqz t4, done
  sb a3, 0(a0)
done:
  li a0, 0
  ret

long_copy:
  copy_turns COPY_TURN, AHEAD
  j blocks

unlike:
  li t0, SHORT
  bltu a2, t0, few
  neg t0, a0
  andi t0, t0, WORD - 1
  sub a2, a2, t0
  bytes_if 1, t0
  bytes_if 2, t0
#if __riscv_xlen == 64
  bytes_if 4, t0
#endif
  andi t0, a1, WORD - 1
  beqz t0, aligned
  slli t5, t0, 3
  neg t6, t5
  sub a1, a1, t0
  li t1, LONG_MERGE
  bgeu a2, t1, long_merge
merge_blocks:
  li t1, BLOCK
  bltu a2, t1, merge_words
  merge_turns 8, 0, or
merge_words:
  andi t4, a2, -WORD
  beqz t4, 2f
  add t4, t4, a0
  LOAD a3, 0(a1)
1:
  LOAD a4, WORD(a1)
  srl a3, a3, t5
  addi a1, a1, WORD
  sll t1, a4, t6
  or t1, t1, a3
  mv a3, a4
  STORE t1, 0(a0)
  addi a0, a0, WORD
  bltu a0, t4, 1b
2:
  add a1, a1, t0
#if __riscv_xlen == 64
  bytes_if 4, a2
#endif
  bytes_if 2, a2
  bytes_if 1, a2
  li a0, 0
  ret

few:
#if SHORT > 8
  bytes_if 8, a2
#endif
  bytes_if 4, a2
  bytes_if 2, a2
  bytes_if 1, a2
  li a0, 0
  ret

// The shifts for which a piece can be stored as it is: 1, 2 and, with words of 8 bytes, 4 bytes.
long_merge:
  li t1, 1
  beq t0, t1, merge_byte
  li t1, 2
  beq t0, t1, merge_half
#if __riscv_xlen == 64
  li t1, 4
  beq t0, t1, merge_word
#endif
  merge_turns MERGE_TURN, AHEAD, or
  j merge_blocks
merge_byte:
  merge_turns MERGE_TURN, AHEAD, sb
  j merge_blocks
merge_half:
  merge_turns MERGE_TURN, AHEAD, sh
  j merge_blocks
#if __riscv_xlen == 64
merge_word:
  merge_turns MERGE_TURN, AHEAD, sw
  j merge_blocks
#endif
  .size fy_memcpy_scalar, . - fy_memcpy_scalar
