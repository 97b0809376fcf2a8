/* SPDX-License-Identifier: Apache-2.0 */

/* What stands before and behind the instructions of a thread: void (x, y, z, registers, cycle).
   x, y, z in a0 to a2, values 1 to 3 in a5 to a7, r0 to r3 in t0, t1, t2, t3. */

  .section .rodata.shot, "a"
  .balign 4
  .globl shot_begin, shot_middle, shot_end
shot_begin:
  li t0, 0
  li t1, 0
  li t2, 0
  li t3, 0
  li a5, 1
  li a6, 2
  li a7, 3
1:
  csrr t5, mcycle
  sub t5, a4, t5
  bgtz t5, 1b
shot_middle:
  sw t0, 0(a3)
  sw t1, 4(a3)
  sw t2, 8(a3)
  sw t3, 12(a3)
  ret
shot_end:
