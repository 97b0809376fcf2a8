# SPDX-License-Identifier: Apache-2.0
"""The devices and gates that a part is mapped to, and what their cells count as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from freightyard.errors import UserError
from freightyard.synthesis.parts import Part
from freightyard.synthesis.pins import TOP


@dataclass(frozen=True)
class Target:
    """Passes of Yosys and the meaning of the cells that come out."""

    summary: str
    passes: tuple[str, ...]
    # Kinds of cells by name; a name that ends in * stands for all that begin so.
    cells: Mapping[str, tuple[str, ...]]
    placed: bool = False
    # Then, where memories are few, those that make registers of them too.
    registers: tuple[str, ...] = ()


# The largest ECP5, at the clock of the source; that it is missed is told, not an error.
DEVICE = ("--85k", "--package", "CABGA756", "--speed", "6", "--freq", "50", "--timing-allow-fail")


def placer_options(part: Part) -> tuple[str, ...]:
    """Device, clock and extent of nextpnr-ecp5 for a part."""
    return DEVICE if part.routed else (*DEVICE, "--no-route")


_XILINX = {
    "lut": ("LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6"),
    "ff": ("FD*",),
    "carry": ("CARRY4", "MUXCY"),
    "wide_mux": ("MUXF5", "MUXF6", "MUXF7", "MUXF8", "MUXF9"),
    "lutram": ("RAM16X*", "RAM32*", "RAM64*", "RAM128*", "RAM256*"),
    "bram": ("RAMB*",),
    "dsp": ("DSP48*", "MULT18X18*"),
}

_TO_NAND = (
    "opt -full",
    "techmap",
    "opt -fast",
    "simplemap",
    "opt -fast",
    "abc -g NAND",
    "opt_clean",
)


def _xilinx(family: str, summary: str) -> Target:
    passes = (f"synth_xilinx -family {family} -flatten -noiopad -noclkbuf -top {TOP} -run :check",)
    return Target(summary, passes, _XILINX)


TARGETS: Mapping[str, Target] = {
    "ecp5": Target(
        "Lattice ECP5 LFE5U-85F, speed grade 6",
        # The last step gives every net a name made of its neighbours': slow, and unreadable.
        (f"synth_ecp5 -top {TOP} -run :check", "blackbox =A:whitebox"),
        {
            "lut": ("LUT4",),
            "ff": ("TRELLIS_FF",),
            "carry": ("CCU2C",),
            "wide_mux": ("PFUMX", "L6MUX21"),
            "lutram": ("TRELLIS_DPR16X4",),
            "bram": ("DP16KD",),
            "dsp": ("MULT18X18D",),
        },
        placed=True,
    ),
    "xc2vp": _xilinx("xc2vp", "Xilinx Virtex-II Pro, mapped, not placed"),
    "xc4v": _xilinx("xc4v", "Xilinx Virtex-4, mapped, not placed"),
    "xc5v": _xilinx("xc5v", "Xilinx Virtex-5, mapped, not placed"),
    "xc7": _xilinx("xc7", "Xilinx 7 series, mapped, not placed"),
    "gates": Target(
        "NAND2 and INV, the yardstick kGE_y",
        (
            f"synth -flatten -noabc -run :fine -top {TOP}",
            # A memory with at most two read ports counts apart, by its bits.
            "memory_map t:$mem_v2 r:RD_PORTS>2 %i",
            *_TO_NAND,
        ),
        {"nand2": ("$_NAND_",), "inv": ("$_NOT_",), "ff": ("$_*DFF*_",), "memory": ("$mem_v2",)},
        registers=("memory_map", *_TO_NAND),
    ),
}


def target(name: str) -> Target:
    """A target by its name; the error names them all."""
    if name not in TARGETS:
        raise UserError(f"no target is called {name}; there are: {', '.join(TARGETS)}")
    return TARGETS[name]
