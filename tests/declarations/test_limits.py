# SPDX-License-Identifier: Apache-2.0
"""Every key's limits and every rule of every system: `fy` and the elaboration say the same."""

import itertools
import re

import pytest

from freightyard.errors import UserError
from freightyard.hardware import configuration, declarations
from freightyard.hardware.declarations import generate, verilog
from freightyard.hardware.declarations.expression import Expression


@pytest.fixture(params=declarations.names())
def system(request):
    return declarations.load_system(request.param)


def base(system):
    return configuration.load(system.name.replace("_", "-"))


def numbers(system):
    """The built keys that are numbers; a switch has no illegal value in hardware."""
    return {n: k for n, k in system.built.items() if k.kind != "boolean" and not k.per}


def legal(key):
    return list(key.range) if key.range else list(key.choices)


def illegal(key):
    """Values around what is legal; nothing stands below zero."""
    if key.range is None:
        return [max(key.number(choice) for choice in key.choices) + 1]
    low, high = key.range
    return [*([low - 1] if low else []), high + 1, *([high - 1] if key.power_of_two else [])]


def combinations(system, rule):
    """All limits of the keys that a rule depends on, together."""
    names, pending = set(), list(Expression(rule.condition).names())
    while pending:
        name = pending.pop()
        if name in system.derived:
            pending += Expression(system.derived[name]).names()
        else:
            names.add(name)
    for values in itertools.product(*(legal(system.keys[name]) for name in sorted(names))):
        yield dict(zip(sorted(names), values, strict=True))


def sentences(system, tmp_path, elaborate, records):
    """What the check module says of each record, by its number, in one elaboration."""
    kind = f"{system.prefix}_config_pkg::config_t"
    built = base(system).built
    text = "module limits;\n"
    for number, record in enumerate(records):
        whole = verilog.record(system, {**built, **record})
        text += f"{system.prefix}_config_check #(.Config({kind}{whole})) i_{number} ();\n"
    top = tmp_path / "limits.sv"
    top.write_text(f"{text}endmodule\n")
    files = [f for f in generate.sources(system.folder) if "_config_" in f.name]
    result = elaborate("limits", *files, top)
    found = re.findall(
        r"USERERROR: \S+ (.+?)\s*\n.*?In instance 'limits\.i_(\d+)'", result.stderr, re.DOTALL
    )
    assert bool(found) == (result.returncode != 0), result.stderr[:2000]
    # A value that is illegal may break a rule, too: `fy` tells the first.
    return {int(number): " ".join(sentence.split()) for sentence, number in reversed(found)}


def told(system, record):
    """What `fy` says when it is asked to build a record."""
    for name, value in record.items():
        key = system.keys[name]
        if not key.single_legal(value):
            return f"{name} is {value}; it must be {key.legal()}"
    try:
        configuration.built_values("x", system, {**base(system).built, **record})
    except UserError as error:
        return str(error).removeprefix("x: ")
    return None


def test_illegal_values_are_refused_in_the_same_words(system, tmp_path, elaborate):
    records = [{n: value} for n, key in numbers(system).items() for value in illegal(key)]
    found = sentences(system, tmp_path, elaborate, records)
    for number, record in enumerate(records):
        assert found.get(number) == told(system, record) is not None, record


def test_limits_pass(system, tmp_path, elaborate):
    """A limit alone is refused by nothing but a rule, which then names a second key."""
    records = [{n: value} for n, key in numbers(system).items() for value in legal(key)]
    found = sentences(system, tmp_path, elaborate, records)
    for number, record in enumerate(records):
        sentence, built = told(system, record), {**base(system).built, **record}
        assert found.get(number) == sentence, record
        assert sentence is None or any(
            rule.broken({**built, **system.derive(built)}) == sentence for rule in system.rules
        )


def test_rules_are_told_in_the_same_words(system, tmp_path, elaborate):
    for rule in system.rules:
        records = list(combinations(system, rule))
        found = sentences(system, tmp_path, elaborate, records)
        assert 0 < len(found) < len(records), f"{rule.condition} holds always or never"
        for number, record in enumerate(records):
            assert found.get(number) == told(system, record), record


def test_settings_are_refused_in_the_same_words(system):
    for name, key in system.keys.items():
        for value in illegal(key) if key.kind != "boolean" else ["maybe"]:
            if not (key.run_time and key.single_legal(value, run_time=True)):
                with pytest.raises(UserError) as refused:
                    configuration.load(system.name.replace("_", "-"), [f"{name}={value}"])
                given = value if isinstance(value, int) else repr(value)
                sentence = f"{name} is {given}; it must be {key.legal(run_time=key.run_time)}"
                assert str(refused.value) == f"--set: {sentence}"
