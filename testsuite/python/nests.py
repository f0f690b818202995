"""Random loops with random subscripts, compiled and run on devices, beside what CPython makes of them: elements, sums, and IndexError, with lengths
that fit and such that don't. Subscripts count from the end, leave their arrays, come from memory, and stand under conditions; steps are variables. Every
fourth function has loops in order alone, views that overlap, and assignments to slices.

`--devices multicore,sim`, `--seed N`, `-n N` functions.
"""

import argparse
import importlib.util
import pathlib
import random
import sys
import tempfile
import warnings

import numpy as np

import accrs

HEAD = "from accrs import *\n\n"


class Maker:
    """One function: iterations write only what they own, the element (i) or (i, j) of `o`, and sum up `s`."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    def bound(self, variables):
        r = self.r
        return r.choice(["n", "m", "a.shape[0]", "len(b)", "n - 1", "n // 2", "min(n, m)", "4", "k", *(f"{v} + 1" for v in variables), *(f"min({v} + 2, n)" for v in variables)])

    def start(self, variables):
        return self.r.choice(["0", "0", "0", "1", "2", "-1", "k", "max(k, 0)", *(v for v in variables), *(f"max({v} - 1, 0)" for v in variables)])

    def loop(self, variable, variables, kind):
        start, stop = self.start(variables), self.bound(variables)
        pick = self.r.random()
        if pick < 0.12:
            # A step that isn't known: below zero, and zero, too.
            step = self.r.choice(["k", "k", "-k", "k - 1", "n - m", *(f"{v} + 1" for v in variables), *(f"{v} - 1" for v in variables)])
            return f"for {variable} in {kind}({f'{start}, {stop}' if self.r.random() < 0.7 else f'{stop} - 1, {start} - 1'}, {step}):"
        if pick < 0.2:
            return f"for {variable} in {kind}({start}, {stop}, {self.r.choice([2, 3])}):"
        if pick < 0.35:
            return f"for {variable} in {kind}({stop} - 1, {start} - 1, -1):"
        return f"for {variable} in {kind}({f'{start}, ' if start != '0' else ''}{stop}):"

    def index(self, variables):
        r = self.r
        v = r.choice(variables)
        return r.choice([v, v, v, f"{v} - 1", f"{v} + 1", f"n - 1 - {v}", "0", "-1", "k", f"idx[{v}]", f"{v} % n", f"({v} + 1) % n", f"{v} // 2", f"{v} * 2", f"{v} + k", f"-{v}",
                         f"{v} - {r.choice(variables)}", f"min({v} + 1, n - 1)", f"max({v} - 1, 0)", f"max({v} - 1, 0) % m"])  # fmt: skip

    def read(self, variables):
        pick = self.r.random()
        if pick < 0.4:
            return f"a[{self.index(variables)}]"
        if pick < 0.75:
            return f"c[{self.index(variables)}, {self.index(variables)}]"
        return self.r.choice([*variables, "k", "3", f"b[{self.index(variables)}]"])

    def expression(self, variables):
        r = self.r
        parts = [self.read(variables) for _ in range(r.randint(1, 3))]
        text = f" {r.choice(['+', '-', '*'])} ".join(parts)
        if r.random() < 0.3:
            return f"({text} if {self.condition(variables)} else {self.read(variables)})"
        return text

    def condition(self, variables):
        r = self.r
        v = r.choice(variables)
        return r.choice([f"{v} > 0", f"{v} < n - 1", f"0 < {v} < n - 1", f"{v} >= 1 and {v} + 1 < len(a)", f"a[{self.index(variables)}] > 3", f"{v} != 2", f"not {v} == 0",
                         f"{v} > 0 and a[{v} - 1] > 2", f"{v} == 0 or a[{v} - 1] > 2"])  # fmt: skip

    def body(self, variables, depth, indent, target):
        """Statements that compute into `x`, then one that uses it."""
        r = self.r
        lines = [f"{indent}x = {self.expression(variables)}"]
        for _ in range(r.randint(0, 2)):
            pick = r.random()
            if pick < 0.3 and depth < 3:
                self.loops += 1
                inner = f"q{self.loops}"
                kind = r.choice(["range", "range", "prange"])
                # A loop's variable keeps its last value, and may be assigned.
                keeps = kind == "range" and r.random() < 0.25
                if keeps:
                    lines.append(f"{indent}{inner} = 1")
                lines += [f"{indent}{self.loop(inner, variables, kind)}", f"{indent}    x += {self.expression([*variables, inner])}"]
                if keeps:
                    lines += [f"{indent}    {inner} += {r.choice(['1', 'k'])}", f"{indent}    x += {self.read([*variables, inner])}", f"{indent}x += {inner}"]
                elif kind == "prange":
                    if r.random() < 0.3:
                        lines += [f"{indent}    if {self.condition([*variables, inner])}:", f"{indent}        continue", f"{indent}    x += {self.read([*variables, inner])}"]
                elif r.random() < 0.3:
                    lines += [f"{indent}    if {self.condition([*variables, inner])}:", f"{indent}        {r.choice(['break', 'continue'])}", f"{indent}    x += {self.read([*variables, inner])}"]
            elif pick < 0.6:
                lines += [f"{indent}if {self.condition(variables)}:", f"{indent}    x = {self.expression(variables)}"]
                if r.random() < 0.5:
                    lines += [f"{indent}else:", f"{indent}    x -= {self.expression(variables)}"]
            elif pick < 0.75:
                self.loops += 1
                name = f"w{self.loops}"
                lines += [f"{indent}{name} = {self.index(variables)}", f"{indent}x += a[{name}]"]
            elif pick < 0.85:
                self.loops += 1
                name = f"w{self.loops}"
                lines += [f"{indent}{name} = {r.choice(['n', 'm', '5'])}", f"{indent}while {name} > {r.choice(['0', '2', 'k'])}:", f"{indent}    {name} -= 1", f"{indent}    x += a[{name}]"]
            else:
                lines.append(f"{indent}x = x * 2 + {self.read(variables)}")
        if r.random() < 0.15:
            # A condition around a loop.
            self.loops += 1
            inner = f"q{self.loops}"
            lines += [f"{indent}if {self.condition(variables)}:", f"{indent}    {self.loop(inner, variables, 'prange')}", f"{indent}        x += {self.expression([*variables, inner])}"]
        lines.append(f"{indent}{target} {r.choice(['=', '=', '+='])} x")
        if r.random() < 0.5:
            lines.append(f"{indent}s += x" if r.random() < 0.7 else f"{indent}t = max(t, x)")
        return lines

    def function(self):
        r = self.r
        lines = ["    n, m = c.shape", "    s, t = 0, 0"]
        outer = "    "
        if r.random() < 0.3:
            lines.append(f"{outer}for step in range({r.choice(['2', 'k'])}):")
            outer += "    "
        for _ in range(r.randint(1, 2)):
            if r.random() < 0.5:
                lines.append(outer + self.loop("i", [], "prange"))
                lines += self.body(["i"], 1, outer + "    ", "o[i]")
            else:
                lines.append(outer + self.loop("i", [], "prange"))
                lines.append(f"{outer}    {self.loop('j', ['i'], r.choice(['prange', 'prange', 'range']))}")
                lines += self.body(["i", "j"], 2, outer + "        ", "u[i, j]")
        return "\n".join(["@jit", "def f(a: i64[:], b: i64[:], c: i64[:, :], idx: i64[:], o: i64[:], u: i64[:, :], k: int) -> i64:", *lines, "    return i64(s * 7 + t)"]) + "\n"


    def slice(self, variables):
        ends = [self.r.choice(["", "", self.index(variables)]) for _ in range(2)]
        return ":".join([*ends, *([self.r.choice(["2", "-1", "-2", "k"])] if self.r.random() < 0.3 else [])])

    def slices(self, variables):
        """An assignment to a slice: what is on the right often has its length."""
        r = self.r
        if r.random() < 0.3:
            name, parts = r.choice(["u", "c"]), r.choice([[self.slice(variables), self.index(variables)], [self.index(variables)], [self.slice(variables)] * 2])
        else:
            name, parts = r.choice(["a", "b", "o"]), [self.slice(variables)]
        target = f"{name}[{', '.join(parts)}]"
        if r.random() < 0.2:
            return r.choice([f"{name}[1:] {r.choice(['=', '+='])} {name}[:-1]", f"{name}[::-1] = {name}", f"{name}[:] = {name}[::-1] * 2"])
        other = r.choice([target, target, f"a[{self.slice(variables)}]", f"{name}[0:1]", self.read(variables), self.read(variables), "idx"])
        return f"{target} {r.choice(['=', '=', '+=', '-='])} {r.choice(['', self.read(variables) + ' + '])}{other}{r.choice(['', ' * 2', f' - {target}'])}"

    def in_order(self):
        """A function without prange, that writes anything: what it is given are views of the same memory."""
        lines = ["    n, m = c.shape", "    s, t = 0, 0"]
        for _ in range(self.r.randint(1, 2)):
            lines.append("    " + self.loop("i", [], "range"))
            lines.append("        " + self.loop("j", ["i"], "range"))
            target = self.r.choice(["o", "a", "b", "u", "c"])
            axes = 2 if target in "uc" else 1
            if self.r.random() < 0.5:
                lines.append("            " + self.slices(["i", "j"]))
            lines += self.body(["i", "j"], 3, "            ", f"{target}[{', '.join(self.index(['i', 'j']) for _ in range(axes))}]")
        text = "\n".join(["@jit", "def f(a: i64[:], b: i64[:], c: i64[:, :], idx: i64[:], o: i64[:], u: i64[:, :], k: int) -> i64:", *lines, "    return i64(s * 7 + t)"])
        return text.replace("prange", "range") + "\n"


class Views:
    """Arguments that are views of one array, often the same elements of it. Made anew for each call."""

    def __init__(self, r):
        self.base, self.k = r.integers(-3, 9, 90), int(r.choice([0, 1, 2, 1, 3, -1]))
        self.offsets, self.strides = r.integers(30, 40, 6).tolist(), r.choice([-2, -1, 0, 1, 1, 1, 2, 3, 4, 5], (6, 2)).tolist()
        self.shapes = [r.integers(0, 6, 2).tolist() for _ in range(6)]
        self.contiguous = r.random() < 0.3

    def made(self, base):
        given = {"k": self.k}
        for at, name in enumerate(("a", "b", "idx", "o", "c", "u")):
            axes = 2 if name in "cu" else 1
            shape, strides = self.shapes[at][:axes], self.strides[at][:axes]
            if self.contiguous:
                strides = [shape[1], 1] if axes == 2 else [1]
            given[name] = np.lib.stride_tricks.as_strided(base[self.offsets[at] :], shape, [8 * stride for stride in strides])
        return given


def run_in_order(function, views):
    base = views.base.copy()
    with np.errstate(all="ignore"):
        try:
            result = function(**views.made(base))
        except (IndexError, ValueError, ZeroDivisionError) as why:
            result = type(why), str(why).startswith("range()")
    return result, base.tobytes()


def inputs(r):
    n, m = int(r.integers(0, 9)), int(r.integers(0, 9))
    extra = int(r.choice([0, 0, 0, 4, -2]))
    length = max(0, max(n, m) + extra)
    return {
        "a": r.integers(-5, 9, length), "b": r.integers(-5, 9, max(0, n + int(r.choice([0, 0, 2])))), "c": r.integers(-5, 9, (n, m)),
        "idx": r.integers(-2 if length else 0, max(1, min(n, length)), max(n, m) + 3), "o": np.zeros(max(n, m, 5) + 2, np.int64), "u": np.zeros((max(n, m, 5) + 2,) * 2, np.int64),
        "k": int(r.choice([0, 1, 2, 1, 3, -1])),
    }  # fmt: skip


def run(function, given):
    arrays = {name: value.copy() if isinstance(value, np.ndarray) else value for name, value in given.items()}
    with np.errstate(all="ignore"):
        try:
            return function(**arrays), arrays["o"].tobytes(), arrays["u"].tobytes()
        except (IndexError, ValueError, ZeroDivisionError):
            # Iterations that run at once tell of any that fails: of a subscript, or of a step.
            return IndexError


def told(result):
    return result.__name__ if isinstance(result, type) else result[0]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("-n", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--devices", default="multicore")
    options.add_argument("--show", action="store_true")
    options = options.parse_args()
    warnings.simplefilter("ignore", accrs.SlowWarning)
    wrong = calls = raised = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for at in range(options.n):
            seed = options.seed * 100_000 + at
            in_order = at % 4 == 3
            text = HEAD + (Maker(seed).in_order() if in_order else Maker(seed).function())
            path = pathlib.Path(folder) / f"nest{seed}.py"
            path.write_text(text)
            spec = importlib.util.spec_from_file_location(path.stem, path)
            made = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(made)
            try:
                made.f.c()
            except accrs.CompileError as why:
                refused += 1
                if options.show:
                    print(f"refused: {why}")
                continue
            random_inputs = np.random.default_rng(seed)
            functions = {device: made.f.on(device) for device in options.devices.split(",")}
            for _ in range(40):
                given = Views(random_inputs) if in_order else inputs(random_inputs)
                call = run_in_order if in_order else run
                truth = call(made.f.python, given)
                raised += truth is IndexError
                found = {device: call(function, given) for device, function in functions.items()}
                calls += len(found)
                differs = [device for device, value in found.items() if value != truth]
                if differs:
                    wrong += 1
                    what = vars(given) if in_order else {name: getattr(value, "shape", value) for name, value in given.items()}
                    print(f"{differs}, seed {seed}: {told(truth)}, compiled {[told(found[device]) for device in differs]}, with {what}\n{text}")
                    break
    print(f"{options.n} functions, {calls} calls, {raised} exceptions, {refused} refused, {wrong} wrong")
    return 1 if wrong or not raised else 0


if __name__ == "__main__":
    sys.exit(main())
