# SPDX-License-Identifier: Apache-2.0
"""Seeded faults in the RTL, all in one build, one of them chosen at run time by `+mutant=K`.

A fault is a change of the source: an operator, a negation, a branch taken the other way, an
assignment of a register left out. Expressions that elaboration needs stay as they are.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.hardware import sources

# Of a build with faults in it: one may close a combinational loop, an error in every other build.
# The run of that fault decides: Verilator stops where signals do not settle.
FLAGS = ("-Wwarn-UNOPTFLAT",)
SELECT = "fy_mutant_pkg::chosen"
PACKAGE = """\
// Generated: which mutant runs; 0 is the design as it is.
package fy_mutant_pkg;
  function automatic int from_command_line();
    int number;
    if ($value$plusargs("mutant=%d", number) == 0) number = 0;
    return number;
  endfunction
  int chosen = from_command_line();
endpackage
"""

_OTHER = {
    "EqualityExpression": "!=",
    "InequalityExpression": "==",
    "LogicalAndExpression": "||",
    "LogicalOrExpression": "&&",
    "LessThanExpression": "<=",
    "LessThanEqualExpression": "<",
    "GreaterThanExpression": ">=",
    "GreaterThanEqualExpression": ">",
    "AddExpression": "-",
    "SubtractExpression": "+",
    "BinaryAndExpression": "|",
    "BinaryOrExpression": "&",
    "BinaryXorExpression": "|",
}
_NEGATED = {"UnaryLogicalNotExpression", "UnaryBitwiseNotExpression"}
_REGISTER_WRITE = "NonblockingAssignmentExpression"
_BEHAVIOUR = {"AlwaysCombBlock", "AlwaysFFBlock", "ContinuousAssign"}
# Parts that elaboration evaluates, or whose change is no fault of logic.
_FIXED = {
    "SimpleRangeSelect",
    "AscendingRangeSelect",
    "DescendingRangeSelect",
    "EventControlWithExpression",
    "MultipleConcatenationExpression",
    "ImmediateAssertStatement",
    "SystemName",
}


@dataclass(frozen=True)
class Mutant:
    """One fault: its number, its place, and what was changed."""

    number: int
    file: str
    line: int
    what: str

    @property
    def module(self) -> str:
        """The module that it is in."""
        return Path(self.file).stem

    @property
    def key(self) -> str:
        """The fault without its line, which moves."""
        return f"{self.module}: {self.what}"

    def __str__(self) -> str:
        return f"mutant {self.number} {self.file}:{self.line}: {self.what}"


@dataclass(frozen=True)
class Mutation:
    """Changed copies of source files and the list of their faults."""

    package: Path
    files: Mapping[Path, Path]
    mutants: tuple[Mutant, ...]

    def apply(self, sources: Sequence[Path]) -> list[Path]:
        """A source list with the changed copies in place."""
        return [self.package, *(self.files.get(path, path) for path in sources)]


@dataclass(frozen=True)
class _Candidate:
    start: int
    end: int
    what: str
    before: str  # text around the original: {0} is it; `before` when the mutant is chosen
    plain: bool  # an expression (choose between two), or a statement (guard it)


def module_of(key: str) -> str:
    """The module of a fault, from its key."""
    return key.partition(":")[0]


def mutate(files: Sequence[Path], count: int, seed: int) -> Mutation:
    """At most `count` faults at random places of the files; equal seeds choose equal ones.

    A place is chosen by a hash of its own text: a change elsewhere in the files moves few of
    the others out of the sample. A BuildError when the files offer no place.
    """
    texts = {path: path.read_text() for path in files}
    places = [(path, item) for path in files for item in candidates(texts[path])]
    if not places:
        raise sources.BuildError("the files offer no place for a mutant")

    def drawn(place: tuple[Path, _Candidate]) -> bytes:
        return hashlib.sha256(f"{seed} {place[0].stem} {place[1].what}".encode()).digest()

    chosen = sorted(places, key=drawn)[:count]
    chosen.sort(key=lambda pair: (files.index(pair[0]), pair[1].start, -pair[1].end))
    folder = store.BUILD / "mutants" / store.content_key(files, count, seed, PACKAGE, "3")
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / "fy_mutant_pkg.sv"
    package.write_text(PACKAGE)
    table: list[Mutant] = []
    changed: dict[Path, Path] = {}
    for path in files:
        own = [item for place, item in chosen if place == path]
        if not own:
            continue
        numbered = []
        for item in own:
            line = texts[path].count("\n", 0, item.start) + 1
            name = str(path.relative_to(store.ROOT)) if store.ROOT in path.parents else str(path)
            table.append(Mutant(len(table) + 1, name, line, item.what))
            numbered.append((item, len(table)))
        changed[path] = folder / path.name
        changed[path].write_text(_render(texts[path], 0, len(texts[path]), numbered))
    return Mutation(package, changed, tuple(table))


def _render(text: str, start: int, end: int, items: Sequence[tuple[_Candidate, int]]) -> str:
    """Text of a range with its faults built in, outer ones around inner ones."""
    out = []
    at = start
    rest = list(items)
    while rest:
        item, number = rest.pop(0)
        inner = [pair for pair in rest if pair[0].start < item.end]
        rest = rest[len(inner) :]
        out.append(text[at : item.start])
        original = _render(text, item.start, item.end, inner)
        if item.plain:
            faulty = item.before.format(text[item.start : item.end])
            out.append(f"(({SELECT} == {number}) ? ({faulty}) : ({original}))")
        else:
            # The outer block keeps a following `else` with its own `if`.
            out.append(f"begin if ({SELECT} != {number}) begin {original} end end")
        at = item.end
    out.append(text[at:end])
    return "".join(out)


# ---- places ---------------------------------------------------------------------------------


def candidates(text: str) -> list[_Candidate]:
    """Places for faults in the behaviour of the modules of a source text, each told by one line.

    Equal ones are numbered from the second on.
    """
    from pyslang import syntax

    root: Any = syntax.SyntaxTree.fromText(text).root
    seen: Counter[str] = Counter()
    found = []
    for node in _find(root, syntax.SyntaxNode):
        for item in _inside(node, text, syntax.SyntaxNode):
            what = " ".join(item.what.split())
            seen[what] += 1
            number = f" (number {seen[what]})" if seen[what] > 1 else ""
            found.append(dataclasses.replace(item, what=what + number))
    return found


def _children(node: Any, kind: type) -> Iterator[Any]:
    return (child for child in node if isinstance(child, kind))


def _find(node: Any, kind: type) -> Iterator[Any]:
    if node.kind.name in _BEHAVIOUR:
        yield node
        return
    for child in _children(node, kind):
        yield from _find(child, kind)


def _inside(node: Any, text: str, kind: type) -> Iterator[_Candidate]:
    name = node.kind.name
    if name in _FIXED:
        return
    start, end = node.sourceRange.start.offset, node.sourceRange.end.offset
    own = text[start:end]
    skip: Any = None
    if name in _OTHER:
        left = text[start : node.left.sourceRange.end.offset]
        right = text[node.right.sourceRange.start.offset : end]
        operator = node.operatorToken.valueText
        fault = f"({left}) {_OTHER[name]} ({right})".replace("{", "{{").replace("}", "}}")
        yield _Candidate(start, end, f"{operator} becomes {_OTHER[name]} in {own}", fault, True)
    elif name in _NEGATED:
        fault = own[1:].replace("{", "{{").replace("}", "}}")
        yield _Candidate(start, end, f"no negation in {own}", fault, True)
    elif name in ("ConditionalStatement", "ConditionalExpression"):
        inner = node.predicate.sourceRange
        condition = text[inner.start.offset : inner.end.offset]
        if "rst_ni" not in condition:
            what = f"the other way of ({condition})"
            yield _Candidate(inner.start.offset, inner.end.offset, what, "!({0})", True)
        else:
            skip = node.predicate
    elif name == "ExpressionStatement" and node.expr.kind.name == _REGISTER_WRITE:
        yield _Candidate(start, end, f"left out: {own}", "", False)
    for child in _children(node, kind):
        if _evaluated(node, name, child) or child is skip or (skip and _same(child, skip)):
            continue
        yield from _inside(child, text, kind)


def _same(a: Any, b: Any) -> Any:
    return a.kind == b.kind and a.sourceRange.start.offset == b.sourceRange.start.offset


def _evaluated(node: Any, name: str, child: Any) -> bool:
    """Whether a child stays as it is: targets of assignments, widths of casts, loop heads."""
    if name.endswith("AssignmentExpression") or name == "CastExpression":
        return bool(_same(child, node.left))
    if name == "ForLoopStatement":
        return not bool(_same(child, node.statement))
    if name in ("StandardCaseItem", "CaseItem"):
        return bool(child.kind.name.endswith("List"))
    return False


# ---- runs -----------------------------------------------------------------------------------
