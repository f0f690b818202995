"""Values of expressions as C, and the arithmetic between them: Python's rules for Python's numbers, numpy's for numpy's.

Numpy's integers wrap around, so they are computed as unsigned ones; where they are subscripts or bounds of loops, whose values are checked or counted in
64 bits anyway, C gets the plain operation, which accrs can analyse (`plain`).
"""

import math

import numpy as np

from . import types
from .ranges import Poly


class Value:
    """text: C. type: a Scalar. plain: the same where it can't overflow. poly: what it is of names, for integers of 64 bits. literal: its number, if known."""

    __slots__ = ("text", "type", "_plain", "poly", "literal")

    def __init__(self, text, type, plain=None, poly=None, literal=None):
        self.text, self.type, self._plain, self.poly, self.literal = text, type, plain, poly, literal

    @property
    def plain(self):
        return self.text if self._plain is None else self._plain

    def of(self, type):
        """The same C under another type of the same C type."""
        return Value(self.text, type, self._plain, self.poly, self.literal)


def bare(text):
    """Without parentheses around all of it."""
    while text.startswith("("):
        depth = 0
        for at, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0:
                break
        if at + 1 < len(text):
            break
        text = text[1:-1]
    return text


def number(value, type=None):
    """A number as C, of Python's own type or of one of numpy's that has it."""
    type = type or types.PYTHON[_python(value)]
    if type.kind == "b":
        return Value(str(int(bool(value))), type, literal=bool(value))
    if type.kind == "f":
        return Value(_float(float(value), type), type, literal=float(value))
    value = int(value)
    if value < -(2**31):
        text = f"({value + 1}L - 1)" if value == -(2**63) else f"({value}L)"
    elif value < 0:
        text = f"({value})"
    else:
        text = f"{value}" + ("" if value < 2**31 else "L" if value < 2**63 else "UL")
    return Value(text, type, poly=Poly.number(value) if type.size == 8 else None, literal=value)


def _python(value):
    return bool if isinstance(value, bool) else int if isinstance(value, int) else float


def _float(value, type):
    single = type.c == "float"
    if value != value:
        return "(float)NAN" if single else "(double)NAN"
    if value in (float("inf"), float("-inf")):
        text = "(float)INFINITY" if single else "(double)INFINITY"
        return text if value > 0 else f"(-{text})"
    text = repr(abs(value))
    if single:
        with np.errstate(all="ignore"):
            exact = float(np.float32(value)) == value
        text = text + "f" if exact else f"(float){text}"
    return text if math.copysign(1, value) > 0 else f"(-{text})"
