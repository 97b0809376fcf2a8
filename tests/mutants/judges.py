# SPDX-License-Identifier: Apache-2.0
"""A block's faults, and the benches that judge them one after the other, quick ones first."""

from __future__ import annotations

import functools
import random
import re
import sys
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.hardware import sources, verilator
from freightyard.verification.bench import random_start
from freightyard.verification.campaign import campaign
from freightyard.verification.mutate import FLAGS, Mutant, Mutation, mutate

SEED = 1  # The reasons belong to this sample.
REASONS = Path(__file__).with_name("reasons.toml")
Words = tuple[object, ...]


@dataclass(frozen=True)
class Judge:
    """A bench: what it is built of, and the runs that a fault has to pass."""

    top: str
    block: str  # below whose test/ its files lie
    cpp: tuple[str, ...]
    cases: tuple[Words, ...]  # arguments, quick ones first
    pinned: tuple[Words, ...] = ()  # their output is asserted by the tests of the bench
    sv: tuple[str, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    uses: tuple[str, ...] = ()  # further blocks
    flat: bool = False  # the bench drives plain ports
    prefix: str | None = None  # the name that the bench knows the top by
    title: str = ""  # where the top says too little
    through: str = ""  # a Python module that runs the bench, with its cases
    sampled: bool = True  # CI builds it; the others judge what these leave alive

    @property
    def name(self) -> str:
        return self.title or self.through.rpartition(".")[2] or self.top

    def modules(self) -> set[str]:
        """Names that its top reaches: no other module can be judged."""
        tests = sources.BLOCKS / self.block / "test"
        files = [*sources.sources(self.block, *self.uses), *(tests / name for name in self.sv)]
        return reached(self.top, tuple(files))

    def commands(self, mutation: Mutation) -> tuple[list[list[object]], list[list[object]]]:
        """The pinned runs and the others, of a build with the faults in it."""
        tests = sources.BLOCKS / self.block / "test"
        program = verilator.build_verilated(
            self.top,
            [self.block, *self.uses],
            sv=[tests / name for name in self.sv],
            cpp=[tests / name for name in self.cpp],
            parameters=self.parameters,
            layouts=True,
            flat=self.flat,
            prefix=self.prefix,
            flags=FLAGS,
            change=mutation.apply,
        )
        if self.through:
            words = [sys.executable, "-m", self.through, program]
            return [], [[*words, *case] for case in self.cases]
        return [_seeded(program, c) for c in self.pinned], [_seeded(program, c) for c in self.cases]


@functools.cache
def reached(top: str, files: tuple[Path, ...]) -> set[str]:
    """Modules below a top: all names of files in its text, and in theirs."""
    texts = {path.stem: re.sub(r"//.*", "", path.read_text()) for path in files}
    found: set[str] = set()
    pending = [top]
    while pending:
        module = pending.pop()
        if module in texts and module not in found:
            found.add(module)
            pending += texts.keys() & set(re.findall(r"\w+", texts[module]))
    return found


def _seeded(program: Path, case: Words) -> list[object]:
    # Registers before reset differ from run to run: one may hide that a reset is left out.
    start = zlib.crc32(" ".join(map(str, case)).encode())
    own = () if "--seed" in case else ("--seed", SEED)
    return [program, *case, *own, *random_start(start)]


def of_parts(name: str, parts: Sequence[str]) -> tuple[str, ...]:
    """The C++ files of a bench of parts: that of its name, and one for each part."""
    return (f"{name}.cpp", *(f"{name}_{part}.cpp" for part in parts))


@dataclass(frozen=True)
class Block:
    """Modules, how many faults they get, and what judges them."""

    name: str
    blocks: tuple[str, ...]  # folders
    faults: int
    judges: tuple[Judge, ...]
    belongs: Callable[[str], bool] = lambda module: True
    share: float = 0.9  # of its faults, that are to be found
    sampled: int = 0  # so many always judged by CI
    turning: int = 0  # and so many more, others at each commit

    def files(self) -> list[Path]:
        return [
            path
            for block in self.blocks
            for path in sources.read_list(block)[1]
            if path.is_relative_to(sources.BLOCKS)
            and not sources.is_package(path)
            and "sim" not in path.parts
            and self.belongs(path.stem)
        ]

    def mutation(self) -> Mutation:
        return mutate(self.files(), self.faults, SEED)


@dataclass
class Verdict:
    """What became of faults: the bench that found each, and those that none found."""

    found: dict[Mutant, str] = field(default_factory=dict)
    alive: list[Mutant] = field(default_factory=list)
    endless: set[Mutant] = field(default_factory=set)  # of those alive: a bench did not end

    def take(self, mutants: Sequence[Mutant], bench: str) -> None:
        """A bench found these."""
        self.found.update(dict.fromkeys(mutants, bench))
        self.alive = [mutant for mutant in self.alive if mutant not in self.found]

    def share_of(self, mutants: Sequence[Mutant]) -> float:
        return sum(mutant in self.found for mutant in mutants) / max(1, len(mutants))

    def __str__(self) -> str:
        total = len(self.found) + len(self.alive)
        lines = [f"{len(self.found)} of {total} found ({len(self.found) / max(1, total):.1%})"]
        lines += [f"by {bench}: {count}" for bench, count in Counter(self.found.values()).items()]
        lines += [f"{'endless' if m in self.endless else 'alive'}: {m}" for m in self.alive]
        return "\n".join(lines)


@dataclass(frozen=True)
class Known:
    """What reasons.toml tells of faults, by their keys."""

    causes: Mapping[str, str] = field(default_factory=dict)  # why no bench finds it
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # a bench that CI does not build

    @classmethod
    def read(cls) -> Known:
        table = tomllib.loads(REASONS.read_text())
        return cls(
            {key: cause["reason"] for cause in table["cause"] for key in cause["faults"]},
            {key: row["bench"] for row in table["elsewhere"] for key in row["faults"]},
        )


def judge(
    block: Block,
    mutation: Mutation,
    mutants: Sequence[Mutant],
    explained: Collection[str] = (),
    jobs: int = 1,
) -> Verdict:
    """Run each bench on the faults of its modules that those before it left alive.

    A bench that CI does not build is built when one of them is not explained.
    """
    verdict = Verdict(alive=list(mutants))
    for one in block.judges:
        waiting = [mutant for mutant in verdict.alive if mutant.module in one.modules()]
        if not one.sampled:
            waiting = [mutant for mutant in waiting if mutant.key not in explained]
        if waiting:
            pinned, cases = one.commands(mutation)
            result = campaign(cases, waiting, pinned=pinned, jobs=jobs)
            verdict.take(result.killed, one.name)
            verdict.endless |= set(result.endless)
    return verdict


def samples(
    block: Block, mutants: Sequence[Mutant], known: Known, commit: str
) -> tuple[list[Mutant], list[Mutant]]:
    """What CI always judges, evenly from all modules, and others chosen by a commit.

    What only a bench finds that CI does not build is left to the long form, and what is known
    to live tells nothing when a commit chooses it.
    """
    pool = [mutant for mutant in mutants if mutant.key not in known.elsewhere]
    fixed = [pool[i * len(pool) // block.sampled] for i in range(block.sampled)]
    others = [m for m in pool if m not in fixed and m.key not in known.causes]
    return fixed, random.Random(f"{block.name} {commit}").sample(others, block.turning)
