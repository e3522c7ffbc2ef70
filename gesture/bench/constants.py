"""The numbers by which Handref sees, as they stand in its source: every named numeric constant of a module.

They are read from the source and not imported, so that one of them can be changed before anything is (see
`gesture.bench.tuning`), and so that what `gesture/TUNING.md` says of them can be held against what the code says.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).parents[2]
ROOMS = ("gesture", "calibration")
Value = float | tuple["Value", ...]
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")
_UNITS = {
    "S": "s", "DEG": "degrees", "PX": "pixels", "PALMS": "palm lengths", "CM": "cm", "M": "m", "FPS": "frames a second",
    "MB": "megabytes", "LOGIT": "log-odds", "SHARE": "a share", "LEVEL": "grey levels", "LEVELS": "grey levels",
}  # fmt: skip
"""What the end of a name says of its unit."""


@dataclass(frozen=True)
class Constant:
    """A constant in `file`, a path from the house's root, with its value as numbers."""

    file: str
    name: str
    value: Value

    @property
    def unit(self) -> str:
        """The unit that its name says, or nothing."""
        return _UNITS.get(self.name.rsplit("_", 1)[-1], "")

    @property
    def text(self) -> str:
        """Its value, as a table shows it."""
        return as_text(self.value)

    @property
    def module(self) -> str:
        """The module's name."""
        return self.file.removesuffix(".py").replace("/", ".")


def as_text(value: Value) -> str:
    """A number, or numbers in their order; of more than nine the first three and how many there are."""
    if not isinstance(value, tuple):
        return f"{value:g}" if abs(value) < 1e6 else f"{value:.3g}"
    parts = [as_text(part) if not isinstance(part, tuple) else f"({as_text(part)})" for part in value]
    return ", ".join(parts) if len(parts) <= 9 else f"{', '.join(parts[:3])}, ... ({len(parts)})"


def numbers(node: ast.expr) -> Value | None:
    """The numbers that an expression of literals stands for; None for any other expression."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            found = numbers(inner)
            return -found if isinstance(found, int | float) else None
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div() as op, right=right):
            a, b = numbers(left), numbers(right)
            if not isinstance(a, int | float) or not isinstance(b, int | float):
                return None
            return a * b if isinstance(op, ast.Mult) else a / b
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts) if parts:
            every = tuple(numbers(part) for part in parts)
            return None if any(one is None for one in every) else tuple(one for one in every if one is not None)
        case ast.Call(func=ast.Attribute(attr="array"), args=[first, *_]):
            return numbers(first)
        case _:
            return None


def assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives to expressions at its top, one by one."""
    for statement in tree.body:
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            pairs: list[tuple[ast.expr, ast.expr]] = [(statement.target, statement.value)]
        elif isinstance(statement, ast.Assign):
            pairs = [(target, statement.value) for target in statement.targets]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                yield from ((a.id, b) for a, b in zip(target.elts, value.elts, strict=True) if isinstance(a, ast.Name))
            elif isinstance(target, ast.Name):
                yield target.id, value


def constants() -> list[Constant]:
    """All of them, by file, in the order in which they stand there."""
    found = []
    for file in sorted(file for room in ROOMS for file in (HOUSE / room).rglob("*.py")):
        for name, expression in assignments(ast.parse(file.read_text("utf-8"))):
            value = numbers(expression) if _NAME.fullmatch(name) else None
            if value is not None:
                found.append(Constant(file.relative_to(HOUSE).as_posix(), name, value))
    return found
