/* SPDX-License-Identifier: Apache-2.0 */

/* Reset at the first byte of memory: park secondary harts, set up gp, sp and tp, clear .bss, call
   main, pass its result to exit. An unexpected trap ends the program with its cause. */

  .section .text.start, "ax"
  .globl _start
_start:
  csrr t0, mhartid
  bnez t0, park
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
  call main
  call exit

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
