"""One constant changed in the source before its module is imported, so that whatever is made of it follows.

It is a plugin of pytest as well: `-p gesture.bench.changed_constant` changes the constant that the environment's
variable `HANDREF_CHANGED_CONSTANT` names, as `["module", "NAME", value]`.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from gesture.bench.constants import Value, assignments

VARIABLE = "HANDREF_CHANGED_CONSTANT"


def change(module: str, name: str, value: Value) -> None:
    """From now on `module`, which must not have been imported yet, is imported with another value of its constant
    `name`."""
    sys.meta_path.insert(0, _Finder(module, name, value))


class _Loader(SourceFileLoader):
    """Loads a module in whose source one constant has another value."""

    def __init__(self, spec: ModuleSpec, name: str, value: Value) -> None:
        super().__init__(spec.name, str(spec.origin))
        self._name, self._value = name, value

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        for name, expression in assignments(tree):
            if name == self._name:
                _put(expression, self._value)
        return compile(tree, path, "exec")


def _put(expression: ast.expr, value: Value) -> None:
    """Write a value into an expression of literals, whatever stands around its numbers."""
    match expression:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts) if isinstance(value, tuple):
            for part, one in zip(parts, value, strict=True):
                _put(part, one)
        case ast.Call(args=[first, *_]):
            _put(first, value)
        case ast.Constant():
            expression.value = value  # type: ignore[assignment]
        case ast.UnaryOp(operand=ast.Constant() as inner) if isinstance(value, int | float):
            inner.value = -value
        case ast.BinOp(left=ast.Constant() as left, right=right, op=op) if isinstance(value, int | float):
            whole = ast.Expression(ast.BinOp(ast.Constant(1), op, right))
            left.value = value / eval(compile(ast.fix_missing_locations(whole), "", "eval"))
        case _:
            raise ValueError(f"cannot write {value} into {ast.unparse(expression)}")


class _Finder(MetaPathFinder):
    """Finds the module of a constant with another value in it."""

    def __init__(self, module: str, name: str, value: Value) -> None:
        self._module, self._name, self._value = module, name, value

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == self._module else None
        if spec is not None:
            spec.loader = _Loader(spec, self._name, self._value)
        return spec


def _tuples(value: Any) -> Value:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


if VARIABLE in os.environ:
    _module, _name, _value = json.loads(os.environ[VARIABLE])
    change(_module, _name, _tuples(_value))
