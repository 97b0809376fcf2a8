# SPDX-License-Identifier: Apache-2.0
"""The instructions of RV32IMA/RV64IMA_Zicsr_Zifencei: how they are built and read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Spec:
    """One instruction: its format, the bits that name it, and whether only a 64-bit core has it."""

    form: str  # R I S B U J H (shift) C (CSR) Z (CSR immediate) F (fence) X (no operand)
    # A (atomic, aq and rl in `immediate`) V (two sources)
    match: int
    mask: int
    only64: bool = False


ATOMICS = {2: "lr", 3: "sc", 1: "amoswap", 0: "amoadd", 4: "amoxor", 12: "amoand", 8: "amoor",
           16: "amomin", 20: "amomax", 24: "amominu", 28: "amomaxu"}  # fmt: skip


def _table() -> dict[str, Spec]:
    specs = {
        "lui": Spec("U", 0x37, 0x7F),
        "auipc": Spec("U", 0x17, 0x7F),
        "jal": Spec("J", 0x6F, 0x7F),
        "jalr": Spec("I", 0x67, 0x707F),
        "fence": Spec("F", 0x0F, 0x707F),
        "fence.i": Spec("F", 0x100F, 0x707F),
        "ecall": Spec("X", 0x73, 0xFFFFFFFF),
        "ebreak": Spec("X", 0x100073, 0xFFFFFFFF),
        "mret": Spec("X", 0x30200073, 0xFFFFFFFF),
        "sret": Spec("X", 0x10200073, 0xFFFFFFFF),
        "sfence.vma": Spec("V", 0x12000073, 0xFE007FFF),
        "wfi": Spec("X", 0x10500073, 0xFFFFFFFF),
    }
    for funct, name in ((0, "beq"), (1, "bne"), (4, "blt"), (5, "bge"), (6, "bltu"), (7, "bgeu")):
        specs[name] = Spec("B", 0x63 | funct << 12, 0x707F)
    loads = ("lb", "lh", "lw", "ld", "lbu", "lhu", "lwu")
    for funct, name in enumerate(loads):
        specs[name] = Spec("I", 0x03 | funct << 12, 0x707F, name in ("ld", "lwu"))
    for funct, name in enumerate(("sb", "sh", "sw", "sd")):
        specs[name] = Spec("S", 0x23 | funct << 12, 0x707F, name == "sd")
    immediates = ((0, "addi"), (2, "slti"), (3, "sltiu"), (4, "xori"), (6, "ori"), (7, "andi"))
    for funct, name in immediates:
        specs[name] = Spec("I", 0x13 | funct << 12, 0x707F)
    for name, bits in (("slli", 0x1013), ("srli", 0x5013), ("srai", 0x40005013)):
        specs[name] = Spec("H", bits, 0xFC00707F)
    specs["addiw"] = Spec("I", 0x1B, 0x707F, True)
    for name, bits in (("slliw", 0x101B), ("srliw", 0x501B), ("sraiw", 0x4000501B)):
        specs[name] = Spec("H", bits, 0xFE00707F, True)
    base = ("add", "sll", "slt", "sltu", "xor", "srl", "or", "and")
    for funct, name in enumerate(base):
        specs[name] = Spec("R", 0x33 | funct << 12, 0xFE00707F)
    specs["sub"] = Spec("R", 0x40000033, 0xFE00707F)
    specs["sra"] = Spec("R", 0x40005033, 0xFE00707F)
    words = ((0, "addw"), (1, "sllw"), (5, "srlw"), (0x40000, "subw"), (0x40005, "sraw"))
    for code, name in words:
        specs[name] = Spec("R", 0x3B | code << 12, 0xFE00707F, True)
    products = ("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu")
    for funct, name in enumerate(products):
        specs[name] = Spec("R", 0x2000033 | funct << 12, 0xFE00707F)
    for funct, name in ((0, "mulw"), (4, "divw"), (5, "divuw"), (6, "remw"), (7, "remuw")):
        specs[name] = Spec("R", 0x200003B | funct << 12, 0xFE00707F, True)
    for code, name in ATOMICS.items():
        mask = 0xF9F0707F if name == "lr" else 0xF800707F
        specs[name + ".w"] = Spec("A", 0x202F | code << 27, mask)
        specs[name + ".d"] = Spec("A", 0x302F | code << 27, mask, True)
    for funct, name in ((1, "csrrw"), (2, "csrrs"), (3, "csrrc")):
        specs[name] = Spec("C", 0x73 | funct << 12, 0x707F)
        specs[name + "i"] = Spec("Z", 0x4073 | funct << 12, 0x707F)
    return specs


SPECS = _table()
CSR_FORMS = ("csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci")
BRANCHES = ("beq", "bne", "blt", "bge", "bltu", "bgeu")
SIZES = {"b": 0, "h": 1, "w": 2, "d": 3}

CSRS = {
    "mstatus": 0x300, "misa": 0x301, "mie": 0x304, "mtvec": 0x305, "mcountinhibit": 0x320,
    "mscratch": 0x340, "mepc": 0x341, "mcause": 0x342, "mtval": 0x343, "mip": 0x344,
    "mcycle": 0xB00, "minstret": 0xB02, "cycle": 0xC00, "time": 0xC01, "instret": 0xC02,
    "mvendorid": 0xF11, "marchid": 0xF12, "mimpid": 0xF13, "mhartid": 0xF14, "mconfigptr": 0xF15,
}  # fmt: skip
CSRS32 = {
    "mstatush": 0x310, "mcycleh": 0xB80, "minstreth": 0xB82,
    "cycleh": 0xC80, "timeh": 0xC81, "instreth": 0xC82,
}  # fmt: skip
# Of S mode, and what came with it; pieces of privileged programs use them.
SUPERVISOR_CSRS = {
    "sstatus": 0x100, "sie": 0x104, "stvec": 0x105, "scounteren": 0x106, "senvcfg": 0x10A,
    "sscratch": 0x140, "sepc": 0x141, "scause": 0x142, "stval": 0x143, "sip": 0x144,
    "satp": 0x180,
}  # fmt: skip
DELEGATION_CSRS = {"medeleg": 0x302, "mideleg": 0x303, "mcounteren": 0x306, "menvcfg": 0x30A}
ALL_CSRS = CSRS | CSRS32 | SUPERVISOR_CSRS | DELEGATION_CSRS
CSR_NAMES = {number: name for name, number in ALL_CSRS.items()}
READ_ONLY = 0xC00  # a CSR number with both bits set cannot be written


def names(xlen: int) -> list[str]:
    """All instructions that a core of this width has."""
    return [name for name, spec in SPECS.items() if xlen == 64 or not spec.only64]


def csrs(xlen: int) -> dict[str, int]:
    """All control registers that a core of this width has."""
    return CSRS if xlen == 64 else CSRS | CSRS32


def sign(value: int, bits: int) -> int:
    """The value of a two's complement field."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def encode(
    name: str, rd: int = 0, rs1: int = 0, rs2: int = 0, immediate: int = 0, csr: int = 0
) -> int:
    """The instruction word. A shift amount, CSR source immediate or fence field is `immediate`."""
    spec = SPECS[name]
    word = spec.match
    match spec.form:
        case "R":
            return word | rd << 7 | rs1 << 15 | rs2 << 20
        case "V":
            return word | rs1 << 15 | rs2 << 20
        case "A":
            rs2 = 0 if name.startswith("lr.") else rs2
            return word | rd << 7 | rs1 << 15 | rs2 << 20 | (immediate & 3) << 25
        case "I" | "F":
            assert -2048 <= immediate < 4096, immediate
            return word | rd << 7 | rs1 << 15 | (immediate & 0xFFF) << 20
        case "H":
            return word | rd << 7 | rs1 << 15 | immediate << 20
        case "S":
            assert -2048 <= immediate < 2048, immediate
            return (
                word | rs1 << 15 | rs2 << 20 | (immediate & 31) << 7 | (immediate >> 5 & 127) << 25
            )
        case "B":
            assert -4096 <= immediate < 4096, immediate
            low = (immediate >> 1 & 15) << 8 | (immediate >> 11 & 1) << 7
            return word | rs1 << 15 | rs2 << 20 | low | _high(immediate, 12)
        case "U":
            return word | rd << 7 | (immediate & 0xFFFFF) << 12
        case "J":
            assert -(1 << 20) <= immediate < 1 << 20, immediate
            low = (immediate >> 12 & 255) << 12 | (immediate >> 11 & 1) << 20
            low |= (immediate >> 1 & 0x3FF) << 21
            return word | rd << 7 | low | (immediate >> 20 & 1) << 31
        case "C":
            return word | rd << 7 | rs1 << 15 | csr << 20
        case "Z":
            return word | rd << 7 | immediate << 15 | csr << 20
    return word


def _high(immediate: int, top: int) -> int:
    return (immediate >> 5 & 63) << 25 | (immediate >> top & 1) << 31


@dataclass(frozen=True)
class Instruction:
    """A decoded word. Registers that the format lacks are zero."""

    name: str
    rd: int = 0
    rs1: int = 0
    rs2: int = 0
    immediate: int = 0
    csr: int = 0

    @property
    def store_size(self) -> int:
        """log2 of the bytes of a store, -1 for anything else."""
        return SIZES[self.name[1]] if self.name in ("sb", "sh", "sw", "sd") else -1

    @property
    def atomic_size(self) -> int:
        """log2 of the bytes of an LR, SC or AMO, -1 for anything else."""
        return SIZES[self.name[-1]] if SPECS[self.name].form == "A" else -1

    @property
    def is_load(self) -> bool:
        return self.name in ("lb", "lh", "lw", "ld", "lbu", "lhu", "lwu")


@cache
def decode(word: int, xlen: int) -> Instruction | None:
    """The instruction of a word, None where this core has none; CSR numbers are not judged."""
    for name, spec in SPECS.items():
        if word & spec.mask != spec.match or (spec.only64 and xlen == 32):
            continue
        rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
        match spec.form:
            case "R":
                return Instruction(name, rd, rs1, rs2)
            case "V":
                return Instruction(name, 0, rs1, rs2)
            case "A":
                return Instruction(name, rd, rs1, rs2, word >> 25 & 3)
            case "I":
                return Instruction(name, rd, rs1, 0, sign(word >> 20, 12))
            case "H":
                if xlen == 32 and word >> 25 & 1:
                    return None
                return Instruction(name, rd, rs1, 0, word >> 20 & 63)
            case "S":
                return Instruction(name, 0, rs1, rs2, sign(word >> 25 << 5 | rd, 12))
            case "B":
                value = (word >> 8 & 15) << 1 | (word >> 25 & 63) << 5
                value |= (word >> 7 & 1) << 11 | (word >> 31) << 12
                return Instruction(name, 0, rs1, rs2, sign(value, 13))
            case "U":
                return Instruction(name, rd, 0, 0, sign(word, 32) >> 12)
            case "J":
                value = (word >> 21 & 0x3FF) << 1 | (word >> 20 & 1) << 11
                value |= (word >> 12 & 255) << 12 | (word >> 31) << 20
                return Instruction(name, rd, 0, 0, sign(value, 21))
            case "C":
                return Instruction(name, rd, rs1, 0, 0, word >> 20)
            case "Z":
                return Instruction(name, rd, 0, 0, rs1, word >> 20)
            case "F":
                return Instruction(name, 0, 0, 0, word >> 20)
        return Instruction(name)
    return None


def text(word: int, xlen: int) -> str:
    """The word in the syntax of an assembler, for reports."""
    decoded = decode(word, xlen)
    if decoded is None:
        return f".word {word:#010x}"
    match SPECS[decoded.name].form:
        case "R":
            return f"{decoded.name} x{decoded.rd}, x{decoded.rs1}, x{decoded.rs2}"
        case "V":
            return f"{decoded.name} x{decoded.rs1}, x{decoded.rs2}"
        case "A":
            order = ("", ".rl", ".aq", ".aqrl")[decoded.immediate]
            return f"{decoded.name}{order} x{decoded.rd}, x{decoded.rs2}, (x{decoded.rs1})"
        case "S":
            return f"{decoded.name} x{decoded.rs2}, {decoded.immediate}(x{decoded.rs1})"
        case "B":
            return f"{decoded.name} x{decoded.rs1}, x{decoded.rs2}, {decoded.immediate:+}"
        case "U" | "J":
            return f"{decoded.name} x{decoded.rd}, {decoded.immediate:#x}"
        case "C":
            name = CSR_NAMES.get(decoded.csr, hex(decoded.csr))
            return f"{decoded.name} x{decoded.rd}, {name}, x{decoded.rs1}"
        case "Z":
            name = CSR_NAMES.get(decoded.csr, hex(decoded.csr))
            return f"{decoded.name} x{decoded.rd}, {name}, {decoded.immediate}"
        case "I" if decoded.is_load or decoded.name == "jalr":
            return f"{decoded.name} x{decoded.rd}, {decoded.immediate}(x{decoded.rs1})"
        case "I" | "H":
            return f"{decoded.name} x{decoded.rd}, x{decoded.rs1}, {decoded.immediate}"
    return decoded.name
