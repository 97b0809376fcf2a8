/* SPDX-License-Identifier: Apache-2.0 */

/* For the debugger: instructions of every kind, a word and a register that the debugger changes,
   and a part that hart 1 alone runs. Ends with the exit code 7 + poked + s11. */

  .section .text.init, "ax"
  .globl _start, loop, handler, changed, second, only_second
_start:
  .irp number, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  li x\number, 0
  .endr
  csrr t0, mhartid
  bnez t0, second
  la t0, handler
  csrw mtvec, t0
  li s0, 0x123456789
  li s1, -77
  mul s2, s0, s1
  div s3, s2, s1
  remu s4, s0, s1
  sra s5, s1, 3
  sltu s6, s0, s1
  la a1, dirty
  li a2, 5
loop:
  sd s2, 0(a1)
  ld a3, 0(a1)
  add a3, a3, a2
  sw a3, 8(a1)
  lbu a4, 8(a1)
  lh a5, 8(a1)
  addi a2, a2, -1
  bnez a2, loop
  csrr a6, mstatus
  ecall
  jal ra, function
  .globl reference_end
reference_end:
  la a1, go
  li a2, 1
  sw a2, 0(a1)
1:
  lw a2, 4(a1)
  beqz a2, 1b
changed:
  la a1, poked
  lw a0, 0(a1)
  add a0, a0, s11
  addi a0, a0, 7
  slli a0, a0, 1
  ori a0, a0, 1
  la a1, tohost
  sd a0, 0(a1)
1:
  j 1b
function:
  xor a7, s0, s1
  ret
  .balign 4
handler:
  csrr t1, mepc
  addi t1, t1, 4
  csrw mepc, t1
  csrr t2, mcause
  mret
second:
  la a1, go
1:
  lw a2, 0(a1)
  beqz a2, 1b
only_second:
  li a2, 1
  sw a2, 4(a1)
sleep:
  wfi
  j sleep

  .data
  .balign 64
  .globl dirty, poked
dirty:
  .dword 0, 0
  .balign 64
go:
  .word 0, 0
  .balign 64
poked:
  .word 0

  .include "mailbox.inc"
