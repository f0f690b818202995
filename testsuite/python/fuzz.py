"""Random expressions, compiled and run on the host and inside of a loop over prange, beside what CPython and numpy make of them: the value bit by bit, its
type, and the exception. `--devices sim,multicore`, `--seed N`, `-n N` expressions.

Transcendental functions may be a few units of the last place apart: numpy has code of its own for them, and gcc computes those of constants itself.
"""

import argparse
import ast
import importlib.util
import math
import pathlib
import random
import struct
import sys
import tempfile

import numpy as np

import accrs
from accrs.program import Program
from accrs.source import Source

TYPES = {"b1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
         "f32": np.float32, "f64": np.float64}  # fmt: skip
PYTHON = {"p": "int", "q": "int", "x": "float", "y": "float", "t": "bool"}
ARRAYS = {f"{kind}{at}": kind for kind in TYPES for at in "ab"}
RESULT = {bool: "b1", int: "i64", float: "f64", **{value: key for key, value in TYPES.items()}}
# Not bit by bit.
LOOSE = ("exp", "log", "sin", "cos", "tan", "pow", "sinh", "cosh", "tanh", "cbrt", "**", "hypot", "arc", "erf", "a2")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def leaf(self):
        r = self.random
        pick = r.random()
        if pick < 0.2:
            return str(r.choice([0, 1, 2, 3, 5, 7, 10, -1, -2, -3, 100]))
        if pick < 0.35:
            return repr(r.choice([0.0, 0.5, -1.5, 2.0, 0.1, 3.25, -0.0, 1e10]))
        if pick < 0.7:
            return r.choice(list(PYTHON))
        return f"{r.choice(list(ARRAYS))}[{r.choice(['0', '1', '2', '-1', 'p % 3', 'p'])}]"

    def expression(self, depth):
        r = self.random
        if depth == 0 or r.random() < 0.1:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        pick = r.random()
        if pick < 0.5:
            return f"({a} {r.choice(['+', '-', '*', '/', '//', '%', '//', '%'])} {b})"
        if pick < 0.56:
            return f"({a} {r.choice(['&', '|', '^', '<<', '>>'])} {b})"
        if pick < 0.6:
            return f"({a} ** {r.choice(['2', '3', '0', '-1', '0.5', self.leaf()])})"
        if pick < 0.66:
            return f"({r.choice(['-', '+', '~', 'not '])}{a})"
        if pick < 0.73:
            return f"({a} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if pick < 0.75:
            return f"({a} < {b} <= {self.leaf()})"
        if pick < 0.79:
            return f"({a} {r.choice(['and', 'or'])} {b})"
        if pick < 0.84:
            return f"({a} if {self.expression(depth - 1)} else {b})"
        if pick < 0.89:
            return f"{r.choice(['min', 'max'])}({a}, {b})"
        if pick < 0.92:
            return f"{r.choice(['abs', 'int', 'float', 'bool', 'round', 'accrs.f32', 'accrs.i32', 'accrs.u8', 'accrs.f64', 'accrs.i64', 'accrs.u64'])}({a})"
        if pick < 0.96:
            return f"math.{r.choice(['sqrt', 'floor', 'ceil', 'trunc', 'fabs', 'exp', 'log', 'sin', 'atan', 'isnan', 'isinf', 'isfinite', 'tanh', 'erf'])}({a})"
        if pick < 0.98:
            return f"np.{r.choice(['sqrt', 'abs', 'exp', 'log', 'floor', 'rint', 'isnan', 'square', 'cos', 'isfinite'])}({a})"
        return f"{r.choice(['np.maximum', 'np.minimum', 'np.hypot', 'math.atan2', 'math.copysign', 'math.fmod', 'np.fmod'])}({a}, {b})"


def inputs(seed):
    r = np.random.default_rng(seed)
    given = {"p": int(r.integers(-4, 6)), "q": int(r.integers(-40, 40)), "x": float(r.choice([0.0, 1.5, -2.25, 0.1, 1e9])), "y": float(r.choice([0.0, -3.0, 2.5, 7.0])), "t": bool(r.integers(2))}
    for name, kind in ARRAYS.items():
        dtype = np.dtype(TYPES[kind])
        if dtype.kind == "f":
            given[name] = r.choice([0.0, -0.0, 1.0, -1.5, 2.75, 0.1, 1e5, -7.0, math.inf, math.nan], 3).astype(dtype)
        elif dtype.kind == "b":
            given[name] = r.integers(0, 2, 3).astype(dtype)
        else:
            info = np.iinfo(dtype)
            low = -9 if dtype.kind == "i" else 0
            given[name] = np.where(r.random(3) < 0.15, r.choice(np.array([info.min, info.max], dtype), 3), r.integers(low, 10, 3).astype(dtype))
    return given


def python(code, given):
    """The value, or the exception's class."""
    with np.errstate(all="ignore"):
        try:
            return eval(code, {"np": np, "math": math, "accrs": accrs, **given})
        except Exception as fails:
            return type(fails)


def fits(expression, given):
    """Whether no part of an expression leaves what is compiled: 64 bits, no complex numbers, no halves."""
    for node in ast.walk(ast.parse(expression, mode="eval").body):
        if isinstance(node, ast.expr) and not isinstance(node, (ast.Name, ast.Attribute)):
            value = python(compile(ast.Expression(node), "part", "eval"), given)
            if isinstance(value, type) and issubclass(value, TypeError) or unlike(node, given):
                return False
            if type(value) is int and not -(2**63) < value < 2**63 or isinstance(value, (complex, np.float16, np.complexfloating)):
                return False
    return True


def unlike(node, given):
    """What is documented to be otherwise: a choice between Python's number and numpy's, and numpy's floats that don't fit an integer."""

    def value(part):
        return python(compile(ast.Expression(part), "part", "eval"), given)

    called = ast.unparse(node.func) if isinstance(node, ast.Call) else None
    if called in ("min", "max") or isinstance(node, (ast.BoolOp, ast.IfExp)) or isinstance(node, ast.Compare) and len(node.ops) > 1:
        parts = node.args if called else getattr(node, "values", None) or ([node.body, node.orelse] if isinstance(node, ast.IfExp) else node.comparators)
        return len({isinstance(value(part), np.generic) for part in parts}) > 1
    if called == "math.copysign":
        # The sign of nan is anybody's.
        return value(node.args[1]) != value(node.args[1])
    if called and called.startswith(("accrs.i", "accrs.u")):
        given_to, limits = value(node.args[0]), np.iinfo(TYPES[called.removeprefix("accrs.")])
        return isinstance(given_to, np.floating) and not limits.min <= int(given_to if math.isfinite(given_to) else 1e30) <= limits.max
    return False


HEAD = "import math\nimport numpy as np\nimport accrs\nfrom accrs import *\n\n"
SIGNATURE = ", ".join([*(f"{name}: {kind}" for name, kind in PYTHON.items()), *(f"{name}: {'bool_' if kind == 'b1' else kind}[:]" for name, kind in ARRAYS.items()),
                       *(f"o_{kind}: {'bool_' if kind == 'b1' else kind}[:]" for kind in TYPES)])  # fmt: skip


def module(folder, name, text):
    path = pathlib.Path(folder) / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def wanted(maker, count, samples, folder, told):
    """Expressions that can be compiled, each with the array that its results go to."""
    found = []
    while len(found) < count:
        candidates = []
        while len(candidates) < 200:
            expression = maker.expression(maker.random.randint(1, 3))
            if not all(fits(expression, given) for given in samples):
                continue
            values = [python(expression, given) for given in samples]
            kinds = {type(value) for value in values if not isinstance(value, type)}
            if len(kinds) == 1 and (kind := RESULT.get(kinds.pop())):
                candidates.append((expression, kind))
        text = HEAD + "".join(f"def candidate{at}({SIGNATURE}):\n    o_{kind}[0] = {expression}\n" for at, (expression, kind) in enumerate(candidates))
        made = module(folder, f"candidates{len(found)}_{told['refused']}", text)
        for at, candidate in enumerate(candidates):
            try:
                Program(Source(getattr(made, f"candidate{at}")), True)
                found.append(candidate)
            except accrs.CompileError as why:
                told["refused"] += 1
                told["why"][why.msg.split(":")[0][:50]] = candidate[0]
    return found[:count]


def text_of(expressions):
    lines = [HEAD]
    for name, loop in (("host", ""), ("kernel", "for _k in prange(1):")):
        lines.append(f"@jit\ndef {name}(which: int, {SIGNATURE}):\n" + (f"    {loop}\n" if loop else ""))
        indent = "        " if loop else "    "
        for at, (expression, kind) in enumerate(expressions):
            lines.append(f"{indent}if which == {at}:\n{indent}    o_{kind}[0] = {expression}\n")
    return "".join(lines)


def close(a, b, loose):
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    if a != a and b != b:
        return True
    if np.asarray(a).dtype.kind != "f":
        return bool(a == b)
    if loose:
        single = np.asarray(a).dtype.itemsize == 4
        return bool(a == b or abs(float(a) - float(b)) <= (1e-6 if single else 1e-14) * abs(float(a)))
    return struct.pack("d", float(a)) == struct.pack("d", float(b))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("-n", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--devices", default="multicore")
    options.add_argument("--show", action="store_true")
    options = options.parse_args()
    samples = [inputs(options.seed * 1000 + at) for at in range(12)]
    told = {"refused": 0, "why": {}}
    wrong = calls = raised = 0
    with tempfile.TemporaryDirectory() as folder:
        expressions = wanted(Maker(options.seed), options.n, samples, folder, told)
        made = module(folder, "compiled", text_of(expressions))
        for device in options.devices.split(","):
            for function in (made.host, made.kernel):
                function = function.on(device)
                for at, (expression, kind) in enumerate(expressions):
                    for given in samples:
                        outputs = {f"o_{kind}": np.zeros(1, dtype) for kind, dtype in TYPES.items()}
                        truth = python(expression, given)
                        try:
                            function(at, **given, **outputs)
                            value = outputs[f"o_{kind}"][0]
                        except Exception as fails:
                            value = type(fails)
                        calls += 1
                        raised += isinstance(truth, type)
                        if not close(truth if isinstance(truth, type) else TYPES[kind](truth), value, any(word in expression for word in LOOSE)):
                            wrong += 1
                            print(f"{device} {function.__name__}: {expression}: {truth!r}, compiled {value!r}; p={given['p']} q={given['q']} x={given['x']} y={given['y']} t={given['t']} "
                                  + " ".join(f"{n}={list(given[n])}" for n in ARRAYS if n + "[" in expression))  # fmt: skip
    if options.show:
        for why, example in told["why"].items():
            print(f"refused: {why}: {example}")
    print(f"{len(expressions)} expressions, {calls} calls, {raised} exceptions, {told['refused']} refused, {wrong} wrong")
    return 1 if wrong or not raised else 0


if __name__ == "__main__":
    sys.exit(main())
