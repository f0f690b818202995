"""Operators: what they make of two numbers, by type. A mixin of the translator, which has `check`, `simple` and `error`."""

import ast
import operator

from . import types
from .ranges import Poly
from .types import BOOL, FLOAT, INT
from .values import Value, number

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>",
         ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}  # fmt: skip
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
FOLDED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
          "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor}  # fmt: skip


def suffix(type):
    """How the helpers of prelude.h call a type."""
    return ("f" if type.kind == "f" else type.kind) + str(8 * type.size)


class Arithmetic:
    # Conversions.

    def convert(self, value, type, node, checked=True):
        """A value as another type. Python's integers must fit, as numpy demands; `checked` says whether that is looked at."""
        have = value.type
        if value.literal is not None and type.c == "int64_t" and value.literal >= 2**63:
            raise self.error(node, "integers have 64 bits here: this one is larger")
        if have.c == type.c:
            return value.of(type)
        if value.literal is not None and have.weak and not (type.integer and have.kind == "f"):
            if type.integer and not type.limits[0] <= value.literal <= type.limits[1]:
                raise self.error(node, f"{value.literal} doesn't fit {type}")
            if type.kind == "f" and type.size == 4 and have.kind == "i":
                return Value(f"(float){value.text}", type)
            return number(value.literal, type)
        if checked and have is INT and type.integer:
            value = self.simple(value)
            least, greatest = type.limits
            outside = f"{value.text} < {number(least).text}"
            if greatest < 2**63:
                outside += f" || {value.text} > {number(greatest).text}"
            self.check(outside, node, "OverflowError", f"a Python integer is out of bounds for {type}")
        whole = value.poly if type.size == 8 and type.kind == "i" and have.integer else None
        plain = f"({type.c}){value.plain}"
        return Value(f"({type.c}){value.text}", type, plain if plain != f"({type.c}){value.text}" else None, whole)

    def whole(self, value, type, node, what):
        """A floating point value towards zero as an integer; nan, and what doesn't fit, raise."""
        value = self.simple(value)
        self.check(f"{value.text} != {value.text}", node, "ValueError", f"{what}: cannot convert float NaN to integer")
        least, greatest = type.limits
        # Both ends are powers of two (the upper one is left out), or one off, so floats have them exactly where it matters.
        above = f"{float(greatest + 1)!r}"
        below = f"{value.text} <= {float(least) - 1!r}" if type.size < 8 and type.kind == "i" or least == 0 and type.kind == "u" else f"{value.text} < {float(least)!r}"
        self.check(f"{below} || {value.text} >= {above}", node, "OverflowError", f"{what}: the number doesn't fit {type}")
        return Value(f"({type.c}){value.text}", type)

    def meet(self, a, b, node):
        """The type of two operands, numbers that arithmetic is defined for here."""
        type = types.promote(a.type, b.type)
        if type is None:
            raise self.error(node, f"numpy makes a float16 of {a.type} and {b.type}, which isn't in the subset: convert one of them")
        return type

    # Operators.

    def binary(self, sign, a, b, node):
        if a.literal is not None and b.literal is not None and a.type.weak and b.type.weak:
            return self.folded(sign, a, b, node)
        type = self.meet(a, b, node)
        if sign in "&|^" and type.kind == "b":
            return Value(f"({a.text} {sign} {b.text})", type)
        if type is types.bool_:
            raise self.error(node, f"numpy has rules of its own for '{sign}' between truth values: convert them, int(...)")
        if type is BOOL:
            type = INT
        if sign in ("&", "|", "^", "<<", ">>"):
            return self.bits(sign, a, b, type, node)
        if sign == "**":
            return self.power(a, b, type, node)
        if sign == "/":
            return self.divided(a, b, type, node)
        if sign in ("//", "%"):
            return self.floored(sign, a, b, type, node)
        return self.plain(sign, a, b, type, node)

    def folded(self, sign, a, b, node):
        if sign in ("<<", "**") and abs(b.literal) > 2000:
            raise self.error(node, "this number is too large")
        try:
            value = FOLDED[sign](a.literal, b.literal)
        except (TypeError, ValueError, ZeroDivisionError, OverflowError) as why:
            raise self.error(node, f"this always fails: {why}") from None
        if isinstance(value, complex):
            raise self.error(node, "a negative number to a fractional power is complex")
        if isinstance(value, int) and not -(2**63) <= value < 2**64:
            raise self.error(node, "integers have 64 bits here: this one is larger")
        return number(value)

    def plain(self, sign, a, b, type, node):
        a, b = self.convert(a, type, node), self.convert(b, type, node)
        if sign == "-" and type.kind == "f" and a.literal == 0:
            # gcc makes -x of 0.0 - x where x is converted from an integer, which is another zero.
            b = self.simple(b)
        text = f"({a.text} {sign} {b.text})"
        if type.kind == "f" or type is INT:
            poly = None
            if type is INT and a.poly is not None and b.poly is not None:
                poly = FOLDED[sign](a.poly, b.poly)
            return Value(text, type, f"({a.plain} {sign} {b.plain})", poly)
        wrapped = f"({type.c})(({type.unsigned}){a.text} {sign} ({type.unsigned}){b.text})"
        plain, poly = None, None
        if type.size == 8 and type.kind == "i":
            plain = f"({a.plain} {sign} {b.plain})"
            if a.poly is not None and b.poly is not None:
                poly = FOLDED[sign](a.poly, b.poly)
        return Value(wrapped, type, plain, poly)

    def divided(self, a, b, type, node):
        weak = type.weak
        if type.kind != "f":
            type = FLOAT if weak else types.f64
        a, b = self.convert(a, type, node, checked=False), self.convert(b, type, node, checked=False)
        if weak and not b.literal:
            b = self.simple(b)
            self.check(f"{b.text} == 0", node, "ZeroDivisionError", "division by zero")
        return Value(f"({a.text} / {b.text})", type)

    def floored(self, sign, a, b, type, node):
        a, b = self.convert(a, type, node), self.convert(b, type, node)
        if type.weak and not b.literal:
            b = self.simple(b)
            self.check(f"{b.text} == 0", node, "ZeroDivisionError", "integer division or modulo by zero" if type is INT else "float floor division or modulo by zero")
        poly = self.quotient(sign, a, b) if type.size == 8 and type.kind == "i" else None
        if poly is not None and (b.literal or 0) > 0 and self.never_negative(a):
            return Value(f"({a.text} {'/' if sign == '//' else '%'} {b.text})", type, f"({a.plain} {'/' if sign == '//' else '%'} {b.plain})", poly)
        if type.kind == "u":
            b = self.simple(b) if not b.literal else b
            divided = f"({type.c})({a.text} {'/' if sign == '//' else '%'} {b.text})"
            return Value(divided if b.literal else f"({b.text} == 0 ? 0 : {divided})", type)
        name = "accrs_floor_divide" if sign == "//" else "accrs_modulo"
        wide = type if type.kind == "f" or type.size == 8 else types.i64
        call = f"{name}_{suffix(wide)}({a.text}, {b.text})"
        return Value(call if wide is type else f"({type.c}){call}", type, poly=poly)

    def quotient(self, sign, a, b):
        """What is known of a // b and a % b for a positive b, as a symbol with bounds."""
        if a.poly is None or b.poly is None:
            return None
        needs = []
        if not (b.literal or 0) > 0:
            if self.ranges.changing(b.poly):
                return None
            needs = [b.poly - Poly.number(1)]
        if sign == "%":
            return self.symbol([Poly.number(0)], [b.poly - Poly.number(1)], needs)
        return self.symbol([Poly.number(0)], [a.poly], needs) if self.never_negative(a) else self.symbol()

    def bits(self, sign, a, b, type, node):
        if not type.integer:
            raise self.error(node, f"'{sign}' is for integers, not for {a.type} and {b.type}")
        a, b = self.convert(a, type, node), self.convert(b, type, node)
        if sign in "&|^":
            return Value(f"({type.c})({a.text} {sign} {b.text})" if type.size < 4 else f"({a.text} {sign} {b.text})", type)
        if type is INT and (b.literal is None or b.literal < 0):
            b = self.simple(b)
            self.check(f"{b.text} < 0", node, "ValueError", "negative shift count")
        wide = types.u64 if type.kind == "u" else types.i64
        name = "accrs_left" if sign == "<<" else "accrs_right"
        return Value(f"({type.c}){name}_{suffix(wide)}({a.text}, {b.text}, {8 * type.size})", type)

    def power(self, a, b, type, node):
        exponent = b.literal if b.type.integer else None
        if type.integer:
            if exponent is not None and exponent < 0:
                if not type.weak:
                    raise self.error(node, "numpy has no negative powers of integers: convert one of them, float(...)")
                return self.real_power(self.convert(a, FLOAT, node), self.convert(b, FLOAT, node), FLOAT, node)
            if type.weak and exponent is None and not (b.poly is not None and self.never_negative(b)):
                raise self.error(node, "the exponent's sign decides whether this is an int or a float: write float(x) ** n, or 1 << n")
            a, b = self.simple(self.convert(a, type, node)), self.convert(b, type, node)
            if exponent == 2:
                return self.plain("*", a, a, type, node)
            if exponent is None and type.kind == "i" and not type.weak:
                b = self.simple(b)
                self.check(f"{b.text} < 0", node, "ValueError", "Integers to negative integer powers are not allowed.")
            wide = types.u64 if type.kind == "u" else types.i64
            return Value(f"({type.c})accrs_power_{suffix(wide)}({a.text}, {b.text})", type)
        a, b = self.convert(a, type, node), self.convert(b, type, node)
        if b.literal == 2:
            a = self.simple(a)
            return Value(f"({a.text} * {a.text})", type)
        return self.real_power(a, b, type, node)

    def real_power(self, a, b, type, node):
        if not type.weak:
            return Value(f"{'powf' if type.size == 4 else 'pow'}({a.text}, {b.text})", type)
        a, b = self.simple(a), self.simple(b)
        if not (b.literal is not None and b.literal == int(b.literal)):
            self.check(f"{a.text} < 0 && {b.text} != floor({b.text})", node, "ValueError", "a negative number to a fractional power is complex")
        if not (b.literal is not None and b.literal >= 0):
            self.check(f"{a.text} == 0 && {b.text} < 0", node, "ZeroDivisionError", "0.0 cannot be raised to a negative power")
        power = self.simple(Value(f"pow({a.text}, {b.text})", type))
        self.check(f"accrs_infinite({power.text}) && !accrs_infinite({a.text}) && !accrs_infinite({b.text}) && {a.text} != 0", node, "OverflowError", "the result is too large for a float")
        return power

    def negated(self, value, node):
        if value.type.kind == "b":
            if not value.type.weak:
                raise self.error(node, "numpy has no '-' of truth values: convert it, int(...)")
            value = self.convert(value, INT, node)
        if value.literal is not None and value.type.weak:
            return number(-value.literal)
        if value.type.kind == "f":
            return Value(f"(-{value.text})", value.type)
        return self.plain("-", number(0, value.type), value, value.type, node)

    # Comparisons.

    def compared(self, sign, a, b, node):
        type = self.meet(a, b, node)
        kind = BOOL if a.type.weak and b.type.weak else types.bool_
        if {a.type.kind, b.type.kind} == {"i", "u"} or a.type is INT and b.type.kind == "u":
            signed, other = (a, b) if a.type.kind == "i" else (b, a)
            if other.type.size == 8:
                if signed.literal is None or signed.literal < 0:
                    raise self.error(node, f"{a.type} and {b.type} have no common type of integers: convert one of them")
                type = types.u64
            else:
                type = types.i64
        elif a.type.integer and b.type.integer:
            type = types.u64 if types.u64 in (a.type, b.type) else types.i64
        a, b = self.convert(a, type, node, checked=False), self.convert(b, type, node, checked=False)
        return Value(f"({a.plain} {sign} {b.plain})", kind)
