/* SPDX-License-Identifier: Apache-2.0 */

/* Reset at the first byte of memory. Hart 0 sets up gp, sp and tp, clears .bss, calls main
   (by way of sw/hosted/main.c in programs of users), passes its result to exit. The others wait for
   a software interrupt (fy_start_hart), then run what was left for them on a stack of their own. An
   unexpected trap ends the program with its cause. */

  .section .text.start, "ax"
  .globl _start
_start:
  csrr t0, mhartid
  bnez t0, secondary
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, __stack_top
  la tp, __thread_base
  la t0, trap_entry
  csrw mtvec, t0
  csrwi mcountinhibit, 0

  la t0, __bss_start
  la t1, __bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 1b
2:
  call fy_main
  call exit

secondary:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la tp, __thread_base
  la t1, trap_entry
  csrw mtvec, t1
  csrwi mcountinhibit, 0
  la sp, __secondary_stacks
  slli t1, t0, 14
  add sp, sp, t1
  li t1, 8
  csrw mie, t1
3:
  wfi
  csrr t1, mip
  andi t1, t1, 8
  beqz t1, 3b
  mv a0, t0
  call fy_secondary
  csrr t0, mhartid
  j secondary

park:
  wfi
  j park

  .balign 4
trap_entry:
  csrr a0, mcause
  csrr a1, mepc
  csrr a2, mtval
  la sp, __stack_top
  call fy_unexpected_trap
  j park

  /* HTIF mailbox: a program that runs elsewhere finds the symbols where it expects them. */
  .section .tohost, "aw", @progbits
  .balign 64
  .globl tohost
tohost:
  .dword 0
  .balign 64
  .globl fromhost
fromhost:
  .dword 0
