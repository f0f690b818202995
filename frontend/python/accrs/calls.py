"""Functions that compiled code may call: Python's own, those of math and numpy, conversions, and other compiled functions. A mixin of the translator.

Those of math raise what they raise in Python; those of numpy give nan and infinities.
"""

import ast
import builtins
import math

import numpy as np

from . import types
from .types import BOOL, FLOAT, INT
from .values import Value, number

# C's name, and how it fails: d (the result is nan), r (it is infinite: too large), p (it is infinite: no result).
MATH = {
    "sqrt": ("sqrt", "d"), "exp": ("exp", "r"), "expm1": ("expm1", "r"), "log": ("log", "dp"), "log2": ("log2", "dp"), "log10": ("log10", "dp"),
    "log1p": ("log1p", "dp"), "sin": ("sin", "d"), "cos": ("cos", "d"), "tan": ("tan", "d"), "asin": ("asin", "d"), "acos": ("acos", "d"),
    "atan": ("atan", ""), "sinh": ("sinh", "r"), "cosh": ("cosh", "r"), "tanh": ("tanh", ""), "asinh": ("asinh", ""), "acosh": ("acosh", "d"),
    "atanh": ("atanh", "dp"), "erf": ("erf", ""), "erfc": ("erfc", ""), "fabs": ("fabs", ""), "cbrt": ("cbrt", ""), "exp2": ("exp2", "r"),
}  # fmt: skip
MATH_OF_TWO = {"atan2": ("atan2", ""), "copysign": ("copysign", ""), "fmod": ("fmod", "d")}
NUMPY = {
    "sqrt": "sqrt", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log2": "log2", "log10": "log10", "log1p": "log1p", "sin": "sin",
    "cos": "cos", "tan": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "cbrt": "cbrt", "fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc",
    "rint": "rint",
}  # fmt: skip
NUMPY_OF_TWO = {"arctan2": "atan2", "hypot": "hypot", "power": "pow", "fmod": "fmod", "copysign": "copysign", "fmax": "fmax", "fmin": "fmin",
                "maximum": "accrs_maximum", "minimum": "accrs_minimum"}  # fmt: skip
KINDS = {"isnan": "({0} != {0})", "isinf": "accrs_infinite({0})", "isfinite": "({0} - {0} == 0)"}

_OF_MATH = {getattr(math, name): name for name in [*MATH, *MATH_OF_TWO, *KINDS, "floor", "ceil", "trunc", "pow"] if hasattr(math, name)}
_OF_NUMPY = {getattr(np, name): name for name in [*NUMPY, *NUMPY_OF_TWO, *KINDS, "absolute", "square"]}

_OF_PYTHON = {getattr(builtins, name): name for name in ("min", "max", "abs", "round", "pow")}
_MAKERS = (np.zeros, np.ones, np.empty, np.full, np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.array, np.arange)


class Calls:
    def of_Call(self, node):
        function = self.resolve(node.func)
        if function is None:
            raise self.error(node.func, "what is called must be a function of Python, math or numpy, or a compiled one, under its own name")
        if any(function is maker for maker in _MAKERS):
            raise self.error(node.func, "arrays aren't made in compiled functions: make it before the call, and pass it")
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.error(node, "calls have plain arguments, without names and stars")
        if function is builtins.len:
            return self.length(node)
        scalar = types.scalar_of(function) if not isinstance(function, np.ufunc) else None
        if hasattr(function, "_accrs_routine"):
            return self.routine(function, node)
        try:
            known = _OF_MATH.get(function), _OF_NUMPY.get(function), _OF_PYTHON.get(function)
        except TypeError:
            known = (None,)
        if scalar is None and not any(known):
            raise self.error(node.func, f"'{ast.unparse(node.func)}' isn't among the functions that can be compiled")
        arguments = [self.expression(argument) for argument in node.args]
        if scalar is not None:
            return self.conversion(scalar, self.only(arguments, node), node)
        if known[0]:
            return self.of_math(known[0], arguments, node)
        if known[1]:
            return self.of_numpy(known[1], arguments, node)
        return self.of_python(known[2], arguments, node)

    def of_python(self, name, arguments, node):
        if name in ("min", "max"):
            return self.extreme("<" if name == "min" else ">", arguments, node)
        if name == "abs":
            return self.magnitude(self.only(arguments, node), node)
        if name == "round":
            return self.rounded("rint", "round", self.only(arguments, node), node)
        return self.binary("**", *self.some(2, arguments, node), node)

    def some(self, count, arguments, node):
        if len(arguments) != count:
            raise self.error(node, f"this takes {count} argument{'s' * (count > 1)} here, not {len(arguments)}")
        return arguments

    def only(self, arguments, node):
        return self.some(1, arguments, node)[0]

    def length(self, node):
        if len(node.args) == 1:
            array = self.array(node.args[0])
            if array is not None:
                return self.shape(array, 0)
        raise self.error(node, "len() is for arrays that are parameters")

    # Conversions.

    def conversion(self, type, value, node):
        if type.kind == "b":
            return Value(self.truth(value), type, literal=bool(value.literal) if value.literal is not None and type is BOOL else None)
        if type.integer and value.type.kind == "f":
            return self.whole(value, type, node, f"{type}()")
        if type is INT and value.type is types.u64:
            value = self.simple(value)
            self.check(f"{value.text} > INT64_MAX", node, "OverflowError", "integers have 64 bits here: this one is larger")
        if value.literal is not None and value.type.weak and type.kind == "f":
            return number(float(value.literal), type)
        if value.literal is not None and value.type.weak and type is INT:
            return number(int(value.literal))
        return self.convert(value, type, node)

    def rounded(self, function, what, value, node):
        if value.type.integer or value.type is BOOL:
            return self.convert(value, INT, node)
        if function == "trunc" and value.type is types.f32:
            raise self.error(node, "Python has no math.trunc of numpy's float32: int(...) does the same")
        value = self.convert(value, FLOAT, node)
        return self.whole(Value(f"{function}({value.text})", FLOAT), INT, node, what)

    # Python's and math's.

    def magnitude(self, value, node):
        type = value.type
        if type is BOOL:
            value, type = self.convert(value, INT, node), INT
        if type.kind in "ub":
            return value
        if value.literal is not None and type.weak:
            return number(abs(value.literal))
        if type.kind == "f":
            return Value(f"{'fabsf' if type.size == 4 else 'fabs'}({value.text})", type)
        value = self.simple(value)
        return Value(f"({value.text} < 0 ? {self.negated(value, node).text} : {value.text})", type)

    def extreme(self, sign, arguments, node):
        """max keeps the first unless a later one is greater, min unless a later one is less."""
        if len(arguments) < 2:
            raise self.error(node, "min() and max() take two numbers or more here")
        type = arguments[0].type
        for argument in arguments[1:]:
            type = types.join(type, argument.type)
            if type is None:
                names = " and ".join(sorted({str(a.type) for a in arguments}))
                raise self.error(node, f"the type of this would depend on which is chosen, {names}: convert them to one")
        found = arguments[0].of(type)
        for argument in arguments[1:]:
            a, b = self.simple(found), self.simple(argument)
            poly = self.extreme_poly(sign, a, b)
            first, second = self.wide(a), self.wide(b)
            found = Value(f"({b.text} {sign} {a.text} ? {second} : {first})", type, poly=poly)
        return found

    def wide(self, value):
        """C that has the C type of a value's type: a number that is written out may be a plain int."""
        return f"({value.type.c}){value.text}" if value.literal is not None and value.type.integer else value.text

    def extreme_poly(self, sign, a, b):
        if a.poly is None or b.poly is None:
            return None
        known = self.ordered(a.poly, b.poly, sign)
        both = [a.poly, b.poly]
        return self.symbol(both, known) if sign == ">" else self.symbol(known, both)

    def ordered(self, a, b, sign):
        """Of two polynomials the one that is certainly the larger one (or with `<` the smaller), in a list; an empty one if that isn't known."""
        for x, y in ((a, b), (b, a)):
            if self.ranges.not_negative(x - y if sign == ">" else y - x):
                return [x]
        return []

    def of_math(self, name, arguments, node):
        if name in ("floor", "ceil", "trunc"):
            return self.rounded(name, f"math.{name}", self.only(arguments, node), node)
        if name == "pow":
            a, b = (self.convert(a, FLOAT, node) for a in self.some(2, arguments, node))
            return self.checked(f"pow({a.text}, {b.text})", [self.simple(a), self.simple(b)], "dr", node)
        count = 2 if name in MATH_OF_TWO else 1
        if all(a.literal is not None and a.type.weak for a in arguments):
            try:
                return number(getattr(math, name)(*(a.literal for a in self.some(count, arguments, node))))
            except (ValueError, OverflowError) as why:
                raise self.error(node, f"this always fails: {why}") from None
        values = [self.simple(self.convert(a, FLOAT, node)) for a in self.some(count, arguments, node)]
        if name in KINDS:
            return Value(KINDS[name].format(values[0].text), BOOL)
        function, fails = (MATH_OF_TWO if count == 2 else MATH)[name]
        return self.checked(f"{function}({', '.join(v.text for v in values)})", values, fails, node)

    def checked(self, call, values, fails, node):
        """The result of a C function; what Python's math raises of it, is looked at."""
        if not fails:
            return Value(call, FLOAT)
        result = self.simple(Value(call, FLOAT))
        if "d" in fails:
            known = " && ".join(f"{v.text} == {v.text}" for v in values)
            self.check(f"{result.text} != {result.text} && {known}", node, "ValueError", "math domain error")
        finite = " && ".join(f"!accrs_infinite({v.text})" for v in values)
        if "p" in fails:
            self.check(f"accrs_infinite({result.text}) && {finite}", node, "ValueError", "math domain error")
        if "r" in fails:
            self.check(f"accrs_infinite({result.text}) && {finite}", node, "OverflowError", "math range error")
        return result

    # numpy's.

    def of_numpy(self, name, arguments, node):
        if name == "absolute":
            value = self.only(arguments, node)
            return self.magnitude(self.strong(value), node)
        if name == "square":
            value = self.simple(self.strong(self.only(arguments, node)))
            return self.binary("*", value, value, node)
        count = 2 if name in NUMPY_OF_TWO else 1
        self.some(count, arguments, node)
        # Python's number takes the type of numpy's beside it.
        values = [self.strong(a) for a in arguments] if all(a.type.weak for a in arguments) else arguments
        type = values[0].type if count == 1 else self.meet(*values, node)
        if name in ("maximum", "minimum") and type.integer:
            return self.extreme(">" if name == "maximum" else "<", [self.convert(v, type, node) for v in values], node)
        if name == "power" and type.integer:
            return self.power(*values, type, node)
        if name in KINDS:
            if type.kind != "f":
                return Value("0" if name != "isfinite" else "1", types.bool_)
            return Value(KINDS[name].format(self.simple(values[0]).text), types.bool_)
        if type.kind != "f":
            if name in ("floor", "ceil", "trunc", "copysign", "fmod", "fmax", "fmin") or type.size < 4:
                raise self.error(node, f"np.{name} of {type} isn't in the subset: convert it, float(...)")
            type = types.f64
        texts = ", ".join(self.convert(v, type, node).text for v in values)
        function = (NUMPY_OF_TWO if count == 2 else NUMPY)[name]
        if function.startswith("accrs_"):
            return Value(f"{function}_{'f32' if type.size == 4 else 'f64'}({texts})", type)
        return Value(f"{function}{'f' * (type.size == 4)}({texts})", type)

    def strong(self, value):
        """A value as a numpy function takes it: Python's numbers become numpy's."""
        become = {BOOL: types.bool_, INT: types.i64, FLOAT: types.f64}.get(value.type)
        return value if become is None else value.of(become)
