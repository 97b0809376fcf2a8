# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog of a system's keys: the record, its defaults, straps, and the check of both."""

from __future__ import annotations

from collections.abc import Mapping

from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.keys import Key, Value
from freightyard.hardware.declarations.system import System, defaults


def record(system: System, values: Mapping[str, Value]) -> str:
    """A literal of config_t, without spaces."""
    fields = (f"{name}:{_literal(key, values[name])}" for name, key in system.built.items())
    return f"'{{{','.join(fields)}}}"


def package(system: System) -> str:
    """Package with config_t, DefaultConfig, the derived values and the straps."""
    name = f"{system.prefix}_config_pkg"
    lines = [
        "/// Sizes of a system as they are built, and its settings at run time.",
        f"package {name};",
        *_words(system),
        "  /// Built sizes; a list has an entry a core.",
        "  typedef struct packed {",
        *(f"    {_type(system, key)} {n};  // {_note(key)}" for n, key in system.built.items()),
        "  } config_t;",
        "",
        "  localparam config_t DefaultConfig = '{",
    ]
    filled = defaults(system.declared)
    fields = [f"    {n}: {_literal(key, filled[n])}" for n, key in system.built.items()]
    lines += [",\n".join(fields), "  };", ""]
    names = {n: f"sizes.{n}" for n in system.built}
    for derived, text in system.derived.items():
        lines += [
            f"  function automatic int unsigned {derived}(config_t sizes);",
            f"    return {Expression(text).verilog(names)};",
            "  endfunction",
            "",
        ]
        names[derived] = f"{derived}(sizes)"
    for part, kind in (("chip", "straps_t"), ("memory", "memory_straps_t")):
        straps = {n: key for n, key in system.straps.items() if key.part == part}
        if straps:
            lines += [
                f"  /// Settings of the {part} at run time, sampled while idle; at most the built.",
                "  typedef struct packed {",
                *(
                    f"    logic [{bits(key) - 1}:0] {n};  // {_note(key)}"
                    for n, key in straps.items()
                ),
                f"  }} {kind};",
                "",
            ]
    lines += ["endpackage", ""]
    return "\n".join(lines)


def check_module(system: System) -> str:
    """Module that refuses an illegal record with the sentences of `fy`."""
    package_name = f"{system.prefix}_config_pkg"
    lines = [
        "/// Stops the elaboration of a record that breaks a range or a rule.",
        f"module {system.prefix}_config_check #(",
        "  /// The record",
        f"  parameter {package_name}::config_t Config = {package_name}::DefaultConfig",
        ");",
    ]
    for name, key in system.built.items():
        if key.kind != "boolean":
            lines += _range(system, name, key)
    names = {n: f"Config.{n}" for n in system.built}
    names |= {n: f"{package_name}::{n}(Config)" for n in system.derived}
    for index, rule in enumerate(system.rules):
        text, values = _sentence(rule.sentence, names)
        condition = Expression(rule.condition).verilog(names)
        lines += _refusal(f"rule_{index}", condition, text, values)
    lines += ["endmodule", ""]
    return "\n".join(lines)


def bits(key: Key) -> int:
    """Width of a strap."""
    return max(key.largest.bit_length(), 1)


def _type(system: System, key: Key) -> str:
    if key.per:
        entry = "" if key.kind == "boolean" else "[31:0]"
        return f"logic [{system.keys[key.per].largest - 1}:0]{entry}"
    return "logic" if key.kind == "boolean" else "int unsigned"


def _literal(key: Key, value: object) -> str:
    if isinstance(value, tuple):
        return (
            "'{" + ",".join(f"{i}:{_literal(key, v)}" for i, v in enumerate(value)) + ",default:0}"
        )
    assert isinstance(value, int | bool | str)
    number = key.number(value)
    return f"1'b{number}" if key.kind == "boolean" else str(number)


def _words(system: System) -> list[str]:
    """A constant for each word that a choice may be."""
    lines = []
    for name, key in system.keys.items():
        for choice in key.choices:
            if isinstance(choice, str):
                camel = "".join(part.title() for part in f"{name}_{choice}".split("_"))
                lines.append(f"  localparam int unsigned {camel} = {key.number(choice)};")
    return [*lines, ""] if lines else []


def _note(key: Key) -> str:
    return f"{key.meaning} ({key.unit})" if key.unit else key.meaning


def _range(system: System, name: str, key: Key) -> list[str]:
    if key.per:
        inner = _condition(key, f"Config.{name}[i]")
        sentence = f'"{name} is %0d; it must be {key.legal()}"'
        return [
            f"  for (genvar i = 0; i < int'(Config.{key.per}); i++) begin : gen_each_{name}",
            *(f"  {x}" for x in _refusal(name, inner, sentence, [f"Config.{name}[i]"])),
            "  end",
        ]
    return _refusal(
        name,
        _condition(key, f"Config.{name}"),
        f'"{name} is %0d; it must be {key.legal()}"',
        [f"Config.{name}"],
    )


def _condition(key: Key, value: str) -> str:
    if key.range is None:
        return f"{value} inside {{{', '.join(str(key.number(c)) for c in key.choices)}}}"
    low, high = key.range
    parts = [f"{value} >= {low}"] if low > 0 else []
    parts.append(f"{value} <= {high}")
    if key.power_of_two:
        parts.append(f"({value} & ({value} - 1)) == 0")
    return " && ".join(parts)


def _sentence(text: str, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """A format of $error and its arguments for `{key}` in a sentence."""
    used: list[str] = []

    class Fields(dict[str, str]):
        def __missing__(self, key: str) -> str:
            used.append(names[key])
            return "%0d"

    return f'"{text.replace("%", "%%").format_map(Fields())}"', used


def _refusal(name: str, condition: str, text: str, values: list[str]) -> list[str]:
    return [
        f"  if (!({condition})) begin : gen_{name}",
        f"    $error({', '.join([text, *values])});",
        "  end",
    ]
