/* SPDX-License-Identifier: Apache-2.0 */

/* Reset of every hart, entry and return of traps into machine mode, and the way to a supervisor.
   While a hart runs in machine mode its mscratch is zero; below, it holds the top of the hart's
   stack. So a trap out of machine mode itself, always a mistake, is told from the others. */

#define FRAME 144
#define STACK_SHIFT 12 /* fy_stacks of firmware.ld: 4 KB a hart */

  .section .text.start, "ax"
  .globl _start
_start:
  csrr a0, mhartid
  la sp, fy_stacks
  addi t0, a0, 1
  slli t0, t0, STACK_SHIFT
  add sp, sp, t0
  la t0, trap
  csrw mtvec, t0
  csrw mscratch, zero
  bnez a0, 2f
  la t0, fy_state_kept
  ld t0, 0(t0)
  bnez t0, 3f
  la t0, __bss_start
  la t1, __bss_end
1:
  bgeu t0, t1, 2f
  sd zero, 0(t0)
  addi t0, t0, 8
  j 1b
2:
  call fy_firmware_start
3:
  call fy_state_go_on

  /* void fy_enter_supervisor(hart, opaque, entry): with an empty stack, without translation. */
  .globl fy_enter_supervisor
fy_enter_supervisor:
  la sp, fy_stacks
  addi t0, a0, 1
  slli t0, t0, STACK_SHIFT
  add sp, sp, t0
  csrw mscratch, sp
  csrw mepc, a2
  mret

  .balign 4
trap:
  csrrw sp, mscratch, sp
  beqz sp, 1f
  addi sp, sp, -FRAME
  sd a0, 0(sp)
  sd a1, 8(sp)
  sd a2, 16(sp)
  sd a3, 24(sp)
  sd a4, 32(sp)
  sd a5, 40(sp)
  sd a6, 48(sp)
  sd a7, 56(sp)
  sd ra, 64(sp)
  sd t0, 72(sp)
  sd t1, 80(sp)
  sd t2, 88(sp)
  sd t3, 96(sp)
  sd t4, 104(sp)
  sd t5, 112(sp)
  sd t6, 120(sp)
  csrrw t0, mscratch, zero
  sd t0, 128(sp)
  mv a0, sp
  call fy_firmware_trap
  addi t0, sp, FRAME
  csrw mscratch, t0
  ld a0, 0(sp)
  ld a1, 8(sp)
  ld a2, 16(sp)
  ld a3, 24(sp)
  ld a4, 32(sp)
  ld a5, 40(sp)
  ld a6, 48(sp)
  ld a7, 56(sp)
  ld ra, 64(sp)
  ld t0, 72(sp)
  ld t1, 80(sp)
  ld t2, 88(sp)
  ld t3, 96(sp)
  ld t4, 104(sp)
  ld t5, 112(sp)
  ld t6, 120(sp)
  ld sp, 128(sp)
  mret
1:
  la sp, fy_stacks + (1 << STACK_SHIFT)
  call fy_firmware_stop
