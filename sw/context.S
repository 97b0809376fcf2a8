/* SPDX-License-Identifier: Apache-2.0 */

/* fy_run (fy_context.h): enter a context, and come back from it by any trap. */

#if __riscv_xlen == 64

#define STATUS 256
#define SATP 264
#define STACK 272
/* MPP, MPIE, SUM and MXR of mstatus come from the context. */
#define STATUS_BITS 0xc1880

  .macro saved op
  \op ra, 0(sp)
  \op s0, 8(sp)
  \op s1, 16(sp)
  \op s2, 24(sp)
  \op s3, 32(sp)
  \op s4, 40(sp)
  \op s5, 48(sp)
  \op s6, 56(sp)
  \op s7, 64(sp)
  \op s8, 72(sp)
  \op s9, 80(sp)
  \op s10, 88(sp)
  \op s11, 96(sp)
  \op gp, 104(sp)
  \op tp, 112(sp)
  .endm

  /* All but pc and a0. */
  .macro registers op
  \op x1, 8(a0)
  \op x2, 16(a0)
  \op x3, 24(a0)
  \op x4, 32(a0)
  \op x5, 40(a0)
  \op x6, 48(a0)
  \op x7, 56(a0)
  \op x8, 64(a0)
  \op x9, 72(a0)
  \op x11, 88(a0)
  \op x12, 96(a0)
  \op x13, 104(a0)
  \op x14, 112(a0)
  \op x15, 120(a0)
  \op x16, 128(a0)
  \op x17, 136(a0)
  \op x18, 144(a0)
  \op x19, 152(a0)
  \op x20, 160(a0)
  \op x21, 168(a0)
  \op x22, 176(a0)
  \op x23, 184(a0)
  \op x24, 192(a0)
  \op x25, 200(a0)
  \op x26, 208(a0)
  \op x27, 216(a0)
  \op x28, 224(a0)
  \op x29, 232(a0)
  \op x30, 240(a0)
  \op x31, 248(a0)
  .endm

  .section .text.fy_run, "ax"
  .globl fy_run
fy_run:
  addi sp, sp, -128
  saved sd
  la t0, come_back
  csrrw t0, mtvec, t0
  sd t0, 120(sp)
  sd sp, STACK(a0)
  csrw mscratch, a0
  ld t0, 0(a0)
  csrw mepc, t0
  ld t0, STATUS(a0)
  li t1, STATUS_BITS
  csrc mstatus, t1
  csrs mstatus, t0
  ld t0, SATP(a0)
  csrw satp, t0
  registers ld
  ld a0, 80(a0)
  mret

  .balign 4
come_back:
  csrrw a0, mscratch, a0
  registers sd
  csrr t0, mscratch
  sd t0, 80(a0)
  csrr t0, mepc
  sd t0, 0(a0)
  ld sp, STACK(a0)
  ld t0, 120(sp)
  csrw mtvec, t0
  saved ld
  addi sp, sp, 128
  csrr a0, mcause
  ret

#endif
