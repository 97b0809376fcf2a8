# SPDX-License-Identifier: Apache-2.0
"""Every key's limits and every rule: `fy` and the elaboration refuse alike, in the same words."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from freightyard.errors import UserError
from freightyard.hardware import configuration
from freightyard.hardware.declarations import generate, load_system, verilog
from freightyard.hardware.declarations.keys import Key
from freightyard.hardware.verilator import tool_environment, verilator

SYSTEM = load_system("copy_engine")
# Values that break a rule between keys, each of them legal alone.
PAIRS = [{"num_harts": 2, "trackers": 4, "buffer_blocks": 32}]
BESIDE = [{"num_harts": 2, "trackers": 3, "buffer_blocks": 32}, {"trackers": 4, "num_harts": 4}]


def illegal(key: Key) -> list[int]:
    """Values around what is legal for a built key."""
    if key.range is None:
        return [max(key.number(choice) for choice in key.choices) + 1]
    low, high = key.range
    return [*([low - 1] if low else []), high + 1, *([high - 1] if key.power_of_two else [])]


def legal(key: Key) -> list[int]:
    """The limits of a built key."""
    return list(key.range) if key.range else [key.number(choice) for choice in key.choices]


def elaborate(tmp_path: Path, records: list[dict[str, int]]) -> dict[int, str]:
    """Sentences of the check module for each record, by its number, in one elaboration."""
    defaults = configuration.load("copy-engine").built
    package = f"{SYSTEM.prefix}_config_pkg"
    instances = [
        f"  {SYSTEM.prefix}_config_check #(.Config({package}::config_t"
        f"{verilog.record(SYSTEM, {**defaults, **record})})) i_{number} ();"
        for number, record in enumerate(records)
    ]
    top = tmp_path / "limits.sv"
    top.write_text("\n".join(["module limits;", *instances, "endmodule\n"]))
    files = [f for f in generate.sources(SYSTEM.folder) if "_config_" in f.name]
    command = [str(verilator()), "--lint-only", "-Wno-lint", "-Wno-style", "--error-limit", "1000"]
    result = subprocess.run(
        [*command, "--top-module", "limits", *map(str, files), str(top)],
        env=tool_environment(),
        capture_output=True,
        text=True,
    )
    found = re.findall(
        r"USERERROR: \S+ (.+?)\s*\n.*?In instance 'limits\.i_(\d+)'", result.stderr, re.DOTALL
    )
    assert bool(found) == (result.returncode != 0), result.stderr[:2000]
    return {int(number): " ".join(sentence.split()) for sentence, number in found}


def told(record: dict[str, int]) -> str:
    """What `fy` says of a record."""
    base = configuration.load("copy-engine")
    with pytest.raises(UserError) as refused:
        for key, value in record.items():
            # A strap may be any number of the range; what is built is asked here.
            if not SYSTEM.keys[key].single_legal(value):
                raise UserError(f"x: {key} is {value}; it must be {SYSTEM.keys[key].legal()}")
        configuration.change(base, **record)
    return str(refused.value).partition(": ")[2]


def test_what_is_illegal_is_refused_with_one_sentence(tmp_path: Path) -> None:
    records = [{n: v} for n, key in SYSTEM.built.items() for v in illegal(key)] + PAIRS
    sentences = elaborate(tmp_path, records)
    for number, record in enumerate(records):
        assert sentences.get(number) == told(record), record


@pytest.mark.parametrize("name", SYSTEM.keys)
def test_a_setting_is_refused_with_that_sentence(name: str) -> None:
    key = SYSTEM.keys[name]
    for value in illegal(key):
        if key.run_time and key.single_legal(value, run_time=True):
            continue
        sentence = f"--set: {name} is {value}; it must be {key.legal(run_time=key.run_time)}"
        with pytest.raises(UserError) as refused:
            configuration.load("copy-engine", [f"{name}={value}"])
        assert str(refused.value) == sentence


def test_what_is_legal_passes(tmp_path: Path) -> None:
    records = [{n: v} for n, key in SYSTEM.built.items() for v in legal(key)] + BESIDE
    assert elaborate(tmp_path, records) == {}
    for record in records:
        configuration.change(configuration.load("copy-engine"), **record)


def test_every_rule_has_a_pair_that_breaks_it() -> None:
    base = configuration.load("copy-engine")
    for rule in SYSTEM.rules:
        assert any(
            rule.broken({**base.built, **SYSTEM.derive({**base.built, **pair}), **pair})
            for pair in PAIRS
        ), rule.condition
