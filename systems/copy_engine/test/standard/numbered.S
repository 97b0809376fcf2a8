/* SPDX-License-Identifier: Apache-2.0 */

/* Numbered checks: gp holds the number of the check under way. The start-up asks for what a core
   may be without (physical memory protection, translation, delegation) and steps over the trap. The
   end is an environment call whose handler reports. FAIL is the number of a check that goes
   wrong on purpose, 0 none. */

  .section .text.init, "ax"
  .globl _start
_start:
  csrr a0, mhartid
1:
  bnez a0, 1b
  li gp, 0

  la t0, 2f
  csrw mtvec, t0
  li t0, -1
  csrw pmpaddr0, t0
  li t0, 0x1f
  csrw pmpcfg0, t0
  .balign 4
2:
  la t0, 3f
  csrw mtvec, t0
  csrwi satp, 0
  .balign 4
3:
  la t0, 4f
  csrw mtvec, t0
  csrwi medeleg, 0
  csrwi mideleg, 0
  .balign 4
4:
  csrwi mie, 0
  la t0, trap
  csrw mtvec, t0
  la t0, checks
  csrw mepc, t0
  li t1, 0x1800
  csrs mstatus, t1
  mret

  .balign 4
trap:
  csrr t5, mcause
  li t6, 11
  beq t5, t6, finish
  slli gp, gp, 1
  ori gp, gp, 1
  ori gp, gp, 1024
  j finish

checks:
  li gp, 2
  li a0, 40
  addi a0, a0, 2
  li a1, 42
  bne a0, a1, wrong

  li gp, 3
  li a0, -7
  li a1, 6
  mul a0, a0, a1
  li a1, -42 + (FAIL == 3)
  bne a0, a1, wrong

  li gp, 4
  la t0, cell
  li a0, 0x1234
  sh a0, 2(t0)
  lhu a1, 2(t0)
  bne a0, a1, wrong
  lbu a1, 3(t0)
  li a0, 0x12 + (FAIL == 4)
  bne a0, a1, wrong

  li gp, 300
  li a0, (FAIL == 300)
  bnez a0, wrong

  li gp, 1
  ecall

wrong:
  slli gp, gp, 1
  ori gp, gp, 1
  j finish

  .include "mailbox.inc"

  .data
  .balign 8
cell:
  .dword 0
