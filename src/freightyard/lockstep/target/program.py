# SPDX-License-Identifier: Apache-2.0
"""A program under construction, and its image as an ELF file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from freightyard.lockstep.target.isa import encode, sign
from freightyard.lockstep.target.machine import Machine
from freightyard.system import elf_writer


@dataclass
class Image:
    """Bytes at the base of the memory; execution starts at the first."""

    machine: Machine
    xlen: int
    data: bytes

    def write_elf(self, path: Path) -> None:
        """One loadable segment, no sections."""
        base = self.machine.base
        elf_writer.write(path, self.xlen, base, [elf_writer.Part(base, self.data)])


@dataclass
class Builder:
    """Words in order, with addresses that are filled in once they are known."""

    machine: Machine
    xlen: int
    words: list[int] = field(default_factory=list)

    @property
    def here(self) -> int:
        """Byte offset of the next word from the base."""
        return 4 * len(self.words)

    def emit(self, name: str, **operands: int) -> int:
        """Append an instruction; returns its offset."""
        return self.word(encode(name, **operands))

    def word(self, word: int) -> int:
        self.words.append(word & 0xFFFF_FFFF)
        return 4 * (len(self.words) - 1)

    def patch(self, offset: int, name: str, **operands: int) -> None:
        self.words[offset // 4] = encode(name, **operands)

    def align(self, size: int) -> None:
        while self.here % size:
            self.emit("addi")

    def load_immediate(self, rd: int, value: int) -> None:
        """Append the usual sequence that leaves a constant of xlen bits in rd."""
        value = sign(value, self.xlen)
        if -2048 <= value < 2048:
            self.emit("addi", rd=rd, immediate=value)
        elif -(1 << 31) <= value < 1 << 31:
            low = sign(value, 12)
            self.emit("lui", rd=rd, immediate=(value - low) >> 12)
            if low:
                self.emit("addiw" if self.xlen == 64 else "addi", rd=rd, rs1=rd, immediate=low)
        else:
            low = sign(value, 12)
            high, shift = (value - low) >> 12, 12
            while not high & 1:
                high, shift = high >> 1, shift + 1
            self.load_immediate(rd, sign(high, 64 - shift))
            self.emit("slli", rd=rd, rs1=rd, immediate=shift)
            if low:
                self.emit("addi", rd=rd, rs1=rd, immediate=low)

    def load_address(self, rd: int, offset: int) -> None:
        """Address of an offset from the base, relative to the pc: always two words."""
        distance = offset - self.here
        low = sign(distance, 12)
        self.emit("auipc", rd=rd, immediate=(distance - low) >> 12)
        self.emit("addi", rd=rd, rs1=rd, immediate=low)

    def patch_address(self, offset: int, rd: int, target: int) -> None:
        """Fill in a `load_address` that stands at an offset."""
        distance = target - offset
        low = sign(distance, 12)
        self.patch(offset, "auipc", rd=rd, immediate=(distance - low) >> 12)
        self.patch(offset + 4, "addi", rd=rd, rs1=rd, immediate=low)

    def image(self, data: bytes) -> Image:
        code = b"".join(word.to_bytes(4, "little") for word in self.words)
        room = self.machine.code
        assert len(code) <= room, "program too long for its code area"
        return Image(self.machine, self.xlen, code.ljust(room, b"\0") + data)
