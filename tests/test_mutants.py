# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: 250 seeded faults over copy_engine, cache, tilelink and tcm, 50 of them in
CI; 55 more over what stands between trackers and banks and over the memory side, in the long form.

Each part is one build with its faults in it; a run chooses one. docs/mutants.md lists the faults
that no bench finds, each with its reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from freightyard import store
from freightyard.hardware import sources, verilator
from freightyard.verification.bench import random_start
from freightyard.verification.campaign import Campaign, campaign
from freightyard.verification.mutate import FLAGS, Mutant, mutate

SEED = 1  # The list of survivors belongs to this sample.
REASONS = Path(__file__).with_name("mutant_reasons.toml")
TESTS = store.ROOT / "blocks"


@dataclass(frozen=True)
class Part:
    """A set of modules, the bench that judges them, and how many faults they get."""

    top: str
    block: str
    faults: int
    cpp: tuple[str, ...]
    cases: tuple[tuple[object, ...], ...]  # arguments of the bench, quick ones first
    belongs: Callable[[str], bool]  # by module name
    pinned: tuple[tuple[object, ...], ...] = ()  # their output is asserted by the part's tests
    sv: tuple[str, ...] = ()
    parameters: dict[str, int] = field(default_factory=dict)
    sampled: bool = True  # every fifth fault in CI
    flat: bool = True  # the bench drives plain ports
    prefix: str | None = None  # the name that the bench knows the top by

    def files(self) -> list[Path]:
        return [
            path
            for path in sources.read_list(self.block)[1]
            if not sources.is_package(path) and "sim" not in path.parts and self.belongs(path.stem)
        ]


# Parts that both first-level caches use are judged by the bench of the data cache.
FETCH = ("fy_instruction_cache", "fy_l1_refill")
# Not in that bench: the simple caches, and what only a guard uses.
ELSEWHERE = ("fy_cache_simple", "fy_instruction_cache_simple", "fy_data_cache_guard")


def _data_cache(name: str) -> bool:
    return not name.startswith(("fy_l2", "fy_simple_", "fy_guard_")) and name not in (
        *FETCH,
        *ELSEWHERE,
    )


ENGINE_CASES = {
    "lengths": 1,
    "timing": 1,
    "strides": 40,
    "instructions": 500,
    "occupancy": 1,
    "pause": 40,
    "errors": 120,
    "reset": 20,
    "offsets": 500,
    "translated": 40,
    "faults": 80,
    "absent": 1,
    "fences": 20,
    "translated_pause": 20,
    "switches": 15,
    "translated_errors": 60,
    "translated_timing": 1,
    "page_loss": 1,
    "queue": 40,
}
FABRIC_CASES = ("random", "throughput", "fairness", "lock", "unmapped", "routing", "queued")
# Several trackers and commands: the bench of the units reaches all of it, that of one tracker less.
SEVERAL = ("dispatch", "throttle", "turns", "queue", "history")
UNIT_FILES = ("", "_reader", "_writer", "_flow", "_control", "_commands", "_banks")
# Of the sixteen simple caches of the bench: lines of 4 bytes in four ways, written back, a store
# that misses goes on; lines of four beats, written through; the same, written back, without replay.
SIMPLE = (4, 11, 15)
SMALL_L2 = ("--sets", 8, "--used-sets", 8, "--lines", 40)
CONTENTS = "../../../sim/endpoints/memory_contents.cpp"
STALLS = "../../../sim/system/link_stalls.cpp"

PARTS = (
    Part(
        "fy_copy_engine",
        "copy_engine",
        60,
        ("engine/copy_volume_unit.cpp",),
        (
            *(("--test", case, "--count", amount) for case, amount in ENGINE_CASES.items()),
            *(("--test", "lengths", "--count", 1, "--seed", seed) for seed in (2, 3)),
        ),
        lambda name: name not in tuple(f"fy_copy_{part}" for part in SEVERAL),
    ),
    Part(
        "fy_data_cache",
        "cache",
        50,
        ("l1/data_cache.cpp",),
        tuple(("--count", 20000 * seed, "--seed", seed) for seed in (1, 2, 3)),
        _data_cache,
        pinned=(("--mode", "cycles"),),
    ),
    Part(
        "fy_instruction_cache",
        "cache",
        10,
        ("l1/instruction_cache.cpp",),
        tuple(("--count", 30000, "--seed", seed) for seed in (1, 2, 3)),
        lambda name: name in FETCH,
        pinned=(("--mode", "cycles"),),
    ),
    Part(
        "fy_hooked_l2",
        "cache",
        50,
        ("l2/l2_stress.cpp",),
        tuple((*SMALL_L2, "--count", 30000, "--hooked", 1, "--seed", seed) for seed in (1, 2, 3)),
        lambda name: name.startswith("fy_l2_"),
        sv=("l2/hooks/fy_l2_hook_client.sv", "l2/hooks/fy_hooked_l2.sv"),
        parameters={"Sets": 8, "Ways": 2, "Clients": 4, "CachingClients": 3},
        prefix="Vfy_l2_bank",
    ),
    Part(
        "fy_tl_test",
        "tilelink",
        30,
        ("crossbar.cpp", STALLS),
        tuple(("--test", case, "--count", 3000) for case in FABRIC_CASES),
        # Devices and the way to AXI have benches of their own.
        lambda name: name != "fy_tl_devices" and "axi" not in name,
        sv=("fy_tl_test.sv", "fy_tl_ram.sv"),
    ),
    Part(
        "fy_tl_to_axi",
        "tilelink",
        15,
        ("tl_to_axi.cpp",),
        tuple(("--outstanding", 4, "--count", 3000, "--seed", seed) for seed in (1, 2)),
        lambda name: name in ("fy_tl_to_axi", "fy_tl_axi_requests", "fy_tl_axi_answers"),
        parameters={"BeatBytes": 8, "Outstanding": 4},
        flat=False,
    ),
    Part(
        "fy_tcm",
        "tcm",
        15,
        ("tcm.cpp",),
        (
            ("--mode", "fence"),
            *(("--count", 20000, "--seed", seed) for seed in (1, 2, 3)),
        ),
        lambda name: name.startswith("fy_tcm"),
        pinned=(("--mode", "cycles"),),
        parameters={"Bytes": 1024},
    ),
    Part(
        "fy_cache_simple_top",
        "cache",
        20,
        ("simple/cache_simple.cpp",),
        tuple(
            ("--only", one, "--count", 3000, "--seed", seed) for seed in (1, 2) for one in SIMPLE
        ),
        lambda name: name.startswith("fy_simple_") or name == "fy_cache_simple",
        pinned=tuple(("--cycles", one) for one in SIMPLE),
        sv=("simple/fy_cache_simple_top.sv",),
        parameters={"Built": sum(1 << one for one in SIMPLE)},
        flat=False,
    ),
    Part(
        "copy_units",
        "copy_engine",
        30,
        tuple(f"units/copy_units{part}.cpp" for part in UNIT_FILES),
        tuple(("--test", part, "--seed", seed) for part in SEVERAL for seed in (1, 2)),
        lambda name: name in tuple(f"fy_copy_{part}" for part in SEVERAL),
        sv=("units/copy_units_trackers.sv", "units/copy_units.sv"),
        sampled=False,
        flat=False,
    ),
    Part(
        "fy_axi_mux_top",
        "memory",
        10,
        ("axi_mux.cpp", CONTENTS, STALLS),
        tuple(("--clients", 2, "--seed", seed) for seed in (1, 2)),
        lambda name: name == "fy_axi_mux",
        sv=("fy_axi_mux_top.sv",),
        parameters={"Clients": 2},
        sampled=False,
    ),
    Part(
        "fy_memory_ddr_top",
        "memory",
        15,
        ("memory_ddr.cpp", CONTENTS),
        tuple(("--channels", 1, "--interleave", 64, "--seed", seed) for seed in (1, 2)),
        lambda name: name.startswith("fy_ddr_") or name == "fy_memory_ddr",
        sv=("fy_memory_ddr_top.sv",),
        parameters={"Channels": 1, "Interleave": 64},
        sampled=False,
    ),
)


def run(part: Part, every: int, jobs: int) -> Campaign:
    """Every so many-th fault of a part."""
    mutation = mutate(part.files(), part.faults, SEED)
    tests = TESTS / part.block / "test"
    program = verilator.build_verilated(
        part.top,
        [part.block],
        sv=[tests / name for name in part.sv],
        cpp=[tests / name for name in part.cpp],
        parameters=part.parameters,
        layouts=True,
        flat=part.flat,
        prefix=part.prefix,
        flags=FLAGS,
        change=mutation.apply,
    )

    def command(case: tuple[object, ...]) -> list[object]:
        # The seed fills the registers before reset, too: a second one finds resets left out.
        seed = int(str(case[case.index("--seed") + 1])) if "--seed" in case else SEED
        own = () if "--seed" in case else ("--seed", SEED)
        return [program, *case, *own, *random_start(seed)]

    result = campaign(
        [command(case) for case in part.cases],
        mutation.mutants[::every],
        pinned=[command(case) for case in part.pinned],
        jobs=jobs,
    )
    print(f"{part.top}: {result}")
    return result


def share(results: Sequence[Campaign]) -> float:
    return sum(len(result.killed) for result in results) / sum(result.total for result in results)


def unexplained(results: Sequence[Campaign]) -> str:
    """Faults that no bench calls wrong, alive or endless, and that have no reason."""
    found = [m for result in results for m in (*result.survivors, *result.endless)]
    return "\n".join(str(m) for m in found if key(m) not in reasons())


def key(mutant: Mutant) -> str:
    """A fault without its line, which moves."""
    return f"{Path(mutant.file).stem}: {mutant.what}"


def reasons() -> dict[str, str]:
    return {row["fault"]: row["reason"] for row in tomllib.loads(REASONS.read_text())["survivor"]}


@pytest.mark.default
@pytest.mark.parametrize("part", [p for p in PARTS if p.sampled], ids=lambda part: part.top)
def test_sample(part: Part) -> None:
    """50 of the 250: whatever is not found has its reason."""
    assert not (found := unexplained([run(part, 5, 1)])), found


@pytest.mark.long
def test_all() -> None:
    """All 305: at least 85 % found, and a reason for each that is not."""
    results = [run(part, 1, 2) for part in PARTS]
    print(f"{share(results):.1%} of all")
    assert not (found := unexplained(results)), found
    assert share(results) >= 0.85
