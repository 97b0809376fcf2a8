/* SPDX-License-Identifier: Apache-2.0 */

/* Results left between begin_signature and end_signature, dirty in the data cache at the end: ten
   words, a product at each second one, the others as the file has them. */

  .section .text.init, "ax"
  .globl _start
_start:
  csrr a0, mhartid
1:
  bnez a0, 1b
  la t0, begin_signature
  li t1, 1
  li t2, 0x01010101
  li t3, 5
2:
  mul t4, t1, t2
  sw t4, 0(t0)
  addi t0, t0, 8
  addi t1, t1, 1
  ble t1, t3, 2b
  li gp, 1
  j finish

  .include "mailbox.inc"

  .data
  .balign 16
  .globl begin_signature
begin_signature:
  .fill 10, 4, 0xdeadbeef
  .globl end_signature
end_signature:
  .fill 6, 4, 0x77777777
