# SPDX-License-Identifier: Apache-2.0
"""Conditions and derived values: one text that Python evaluates and SystemVerilog elaborates.

The language is the part of Python's expressions that means the same in both: numbers, keys,
`+ - * // % << >> & |`, comparisons, `in (…)`, `and`, `or`, `not`, and `power_of_two(x)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_NODES = (
    *(ast.Expression, ast.BoolOp, ast.BinOp, ast.Compare, ast.UnaryOp, ast.Not, ast.Name),
    *(ast.Load, ast.Constant, ast.Tuple, ast.In, ast.Call, *_OPERATORS),
)


class Expression:
    """A parsed text; a ValueError says what it may not hold."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(text, mode="eval")
        except SyntaxError as error:
            raise ValueError(f"{text!r} is no expression: {error.msg}") from None
        for node in ast.walk(self._tree):
            legal = isinstance(node, _NODES)
            if isinstance(node, ast.Call):
                legal = ast.unparse(node.func) == "power_of_two" and len(node.args) == 1
            if isinstance(node, ast.Constant):
                legal = type(node.value) is int
            if not legal:
                raise ValueError(f"{text!r} uses {ast.unparse(node) or node!r}, which is no part "
                                 "of the language of rules")  # fmt: skip
        self._code = compile(self._tree, "rule", "eval")

    def names(self) -> Iterator[str]:
        """Keys and derived values that it reads."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name) and node.id != "power_of_two":
                yield node.id

    def value(self, values: Mapping[str, Any]) -> Any:
        """Its value for these keys."""
        return eval(self._code, {"__builtins__": {}, "power_of_two": power_of_two}, dict(values))

    def verilog(self, names: Mapping[str, str]) -> str:
        """The same in SystemVerilog, each key written as `names` says."""
        return _verilog(self._tree.body, names)


def power_of_two(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def _verilog(node: ast.AST, names: Mapping[str, str]) -> str:
    match node:
        case ast.Constant():
            return str(node.value)
        case ast.Name():
            return names[node.id]
        case ast.BinOp():
            left, right = _verilog(node.left, names), _verilog(node.right, names)
            return f"({left} {_OPERATORS[type(node.op)]} {right})"
        case ast.BoolOp():
            parts = [_verilog(part, names) for part in node.values]
            return f"({f' {_OPERATORS[type(node.op)]} '.join(parts)})"
        case ast.UnaryOp():
            return f"!({_verilog(node.operand, names)})"
        case ast.Call():
            text = _verilog(node.args[0], names)
            return f"({text} != 0 && ({text} & ({text} - 1)) == 0)"
        case ast.Compare():
            parts, before = [], node.left
            for operator, after in zip(node.ops, node.comparators, strict=True):
                left = _verilog(before, names)
                if isinstance(operator, ast.In):
                    assert isinstance(after, ast.Tuple)
                    choices = ", ".join(_verilog(item, names) for item in after.elts)
                    parts.append(f"({left} inside {{{choices}}})")
                else:
                    parts.append(f"({left} {_OPERATORS[type(operator)]} {_verilog(after, names)})")
                before = after
            return f"({' && '.join(parts)})" if len(parts) > 1 else parts[0]
    raise AssertionError(ast.dump(node))
