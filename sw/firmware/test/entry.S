/* SPDX-License-Identifier: Apache-2.0 */

/* Every hart enters here in supervisor mode with its number in a0. No trap is expected. */

  .section .text.start, "ax"
  .globl _start
_start:
  la sp, stacks
  addi t0, a0, 1
  slli t0, t0, 12
  add sp, sp, t0
  la t0, trap
  csrw stvec, t0
  call supervisor

  .balign 4
trap:
  csrr a0, scause
  csrr a1, sepc
  call unexpected

  /* The body of a function that is changed while others run it. */
  .globl changed
  .balign 64
changed:
  li a0, 1
  ret
