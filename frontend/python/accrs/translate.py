"""A Python function as C with OpenACC directives. What is typed, scheduled and printed from there on is accrs's own: clang reads the text, and its
region IR, analyses, passes and reports are the same as for C.

The text is written more than once, until the types of local variables don't change any more.
"""

import ast
import contextlib
import ctypes
import pathlib

from . import flow, types
from .arithmetic import SIGNS, Arithmetic, suffix
from .calls import Calls
from .errors import Site
from .expressions import Expressions
from .loops import Loops
from .ranges import Poly, Ranges
from .slices import Slices
from .statements import Statements
from .values import Value, bare

PRELUDE = (pathlib.Path(__file__).parent / "prelude.h").read_text(encoding="utf-8")
_WORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof "
    "static struct switch typedef union unsigned void volatile while asm typeof bool true false nullptr errno NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL "
    "math_errhandling main".split()
)
_LIBRARIES = []
# A kernel tells of the first of its places that fail, as a maximum: this minus the place's number.
LAST = 1_000_000


def _known_to_c(name):
    """Whether a C name is taken: a keyword, a macro of the headers, a function of the C library or of math."""
    if not _LIBRARIES:
        for library in ("libc.so.6", "libm.so.6"):
            with contextlib.suppress(OSError):
                _LIBRARIES.append(ctypes.CDLL(library))
    macro = name.isupper() and ("_" in name or name.startswith(("INT", "UINT")))
    return name in _WORDS or macro or name.startswith(("accrs", "acc_", "omp_", "GOMP_", "_")) or not name.isascii() or any(hasattr(library, name) for library in _LIBRARIES)


class Parameter:
    """An array that is a parameter. name: Python's. c: C's. shape: C's names of its lengths. strides: those of its steps in bytes, if it shares memory with
    another one; else it is without gaps. use: reads, writes or updates; None: not used. regional: whether loops over prange use it."""

    def __init__(self, name, type, c, shape, strides=None):
        self.name, self.type, self.c, self.shape, self.strides = name, type, c, shape, strides
        self.use, self.regional = None, False

    def element(self, indices):
        """An element as C."""
        if self.strides is None:
            return self.c + "".join(f"[{bare(index)}]" for index in indices)
        offset = " + ".join(f"({bare(index)}) * {stride}" for index, stride in zip(indices, self.strides))
        return f"(*(accrs_any_{suffix(self.type.element)} *)({self.c} + {offset}))"


class Translator(Arithmetic, Calls, Expressions, Loops, Slices, Statements):
    """One function. mode: `host`, `kernel` (inside of a region) or `routine` (a function that kernels and others call).

    After `translate`: `out` (lines of C, each with its Python line), `sites`, `used` (what isn't the function's own), `routines`, `notes` (for the report).
    """

    last = LAST

    def __init__(self, source, callers=(), whole=False, shared=frozenset()):
        """shared: the names of arrays that share memory with others, of which one is written. Regions don't use them."""
        self.shared = shared
        self.source, self.place, self.callers = source, source.place, callers
        self.result, self.all_whole = source.result, whole
        self.flow = source.flow
        self.types = {name: type for name, type in source.parameters.items() if isinstance(type, types.Scalar)}
        self.first = {}
        self.flow_counts = {name: 0 for name in self.flow.locals}
        for node in ast.walk(source.node):
            for name in flow.targets(node):
                self.flow_counts[name] += 1
        loops = {name for node in ast.walk(source.node) if isinstance(node, ast.For) for name in flow.targets(node)}
        self.steady = {name for name, count in self.flow_counts.items() if count == (name not in source.parameters)} - loops
        for name in source.parameters:
            self.flow_counts[name] += 1

    def translate(self):
        while True:
            self.begin()
            self.block(self.source.node.body, self.source.node)
            if self.flow.ends:
                if self.result is not None:
                    raise self.error(self.source.node, f"it says that it returns {self.result}, and not all ways end in 'return'")
                self.emit("return 0;")
            if not self.changed:
                return self

    def begin(self):
        self.changed = False
        self.taken, self.names = set(), {}
        self.out, self.depth, self.line = [], 1, self.source.node.lineno
        self.mode = "routine" if self.callers else "host"
        self.region, self.group, self.careful, self.regions, self.depth_of_conditions, self.broken = None, None, False, 0, 0, False
        self.iterations, self.behind = 0, None
        self.sites, self.used, self.routines, self.notes = [], {}, {}, {}
        self.ranges, self.values_of, self.waiting, self.stops = Ranges(), {}, [], []
        self.arrays, self.on_host, self.elements = {}, False, {}
        for name, type in self.source.parameters.items():
            if isinstance(type, types.Array):
                shape = [self.fresh(f"{name}_shape{axis}") for axis in range(type.ndim)]
                strides = [self.fresh(f"{name}_stride{axis}") for axis in range(type.ndim)] if name in self.shared else None
                self.arrays[name] = Parameter(name, type, self.name(name), shape, strides)

    def error(self, node, message):
        return self.place.error(node, message)

    # Names.

    def name(self, name):
        """The C name of a variable: the user's own, where C lets it be."""
        if name not in self.names:
            self.names[name] = self.fresh(name)
        return self.names[name]

    def fresh(self, name):
        base = name if name.isascii() else "".join(c if c.isascii() else f"u{ord(c):x}" for c in name)
        found = f"{base}_" if _known_to_c(base) else base
        while found in self.taken or found != name and found in self.flow.locals:
            found += "_"
        self.taken.add(found)
        return found

    def temporary(self, name="accrs_t"):
        at = len(self.taken)
        while f"{name}{at}" in self.taken or f"{name}{at}" in self.flow.locals:
            at += 1
        self.taken.add(f"{name}{at}")
        return f"{name}{at}"

    def join_type(self, name, type, node):
        have = self.types.get(name)
        if have is None:
            self.types[name], self.first[name], self.changed = type, getattr(node, "lineno", 0), True
            return
        joined = types.join(have, type)
        if joined is None:
            since = f"since line {self.first[name]}" if name in self.first else "by the function's annotation"
            raise self.error(node, f"'{name}' is {have} {since} and would become {type} here: a variable keeps its type. Convert one of the values, {type}(...) or {have}(...)")
        if joined is not have:
            self.types[name], self.changed = joined, True

    # Lines.

    def emit(self, text, node=None):
        if text is not None:
            self.out.append(("    " * self.depth + text, node.lineno if node is not None else self.line))

    def directive(self, text, node):
        self.emit(f"#pragma acc {text}", node)

    def splice(self, lines, deeper=True):
        indent = "    " * (self.depth + deeper)
        self.out += [(indent + text, line) for text, line in lines]

    def capture(self, made):
        """What `made` gives, and the lines that it emits on the way."""
        out, depth = self.out, self.depth
        self.out, self.depth = [], 0
        try:
            value = made()
            return value, self.out
        finally:
            self.out, self.depth = out, depth

    def peek(self, node):
        """An expression's value, for its type alone: nothing is emitted."""
        kept = len(self.sites), set(self.taken), dict(self.routines), dict(self.notes), [(r, list(r.guards), r.bad) for r in (self.region, self.group) if r is not None]
        with self.conditional():
            value, _ = self.capture(lambda: self.expression(node))
        del self.sites[kept[0] :]
        self.taken, self.routines, self.notes = kept[1:4]
        for region, region.guards, region.bad in kept[4]:
            pass
        return value

    @contextlib.contextmanager
    def indented(self):
        self.depth += 1
        yield
        self.depth -= 1

    @contextlib.contextmanager
    def conditional(self):
        self.depth_of_conditions += 1
        yield
        self.depth_of_conditions -= 1

    def leaves(self):
        """From here to the end of the loop's body code runs in some iterations only."""
        self.broken = True

    def simple(self, value):
        """A value that may be used twice: a name or a number."""
        text = bare_name(value.text)
        return value if text else self.kept(value)

    def kept(self, value):
        name = self.temporary()
        self.emit(f"const {value.type.c} {name} = {value.text};")
        return Value(name, value.type, poly=value.poly, literal=value.literal)

    # Checks.

    def stopping(self):
        return None if self.mode == "host" else self.temporary("accrs_stop")

    def check(self, failed, node, exception, message):
        """Looks at something that must not be. On the host the function ends there; a kernel notes the place and goes on.

        Returns the name of the truth value that says that all is well, in kernels; None on the host."""
        self.sites.append(Site(self.place, node, exception, message))
        number = len(self.sites)
        if self.mode == "host":
            self.emit(f"if ({failed})")
            self.emit(f"    return {number};")
            return None
        ok = self.temporary("accrs_ok")
        self.emit(f"const _Bool {ok} = !({failed});")
        self.emit(f"if (!{ok}) {{")
        self.failing(f"{LAST - number}")
        self.emit("}")
        return ok

    def failing(self, number):
        if self.mode == "routine":
            self.emit(f"    *accrs_bad = *accrs_bad < {number} ? {number} : *accrs_bad;")
        else:
            self.region.bad = True
            self.emit(f"    accrs_bad = accrs_bad < {number} ? {number} : accrs_bad;")
        for stop in filter(None, self.stops):
            self.emit(f"    {stop} = 1;")

    def touched(self, array, use):
        uses = {use, array.use} - {None}
        array.use = uses.pop() if len(uses) == 1 else "updates"
        array.regional = array.regional or self.region is not None or self.careful
        for region in filter(None, (self.group, self.region) if array.strides is None else ()):
            uses = {use, region.arrays.get(array.name)} - {None}
            region.arrays[array.name] = uses.pop() if len(uses) == 1 else "updates"
        if self.region is None and not self.careful:
            self.on_host = True

    # What integers can be.

    def symbol(self, lower=(), upper=(), needs=()):
        return self.ranges.symbol(lower, upper, needs)

    def never_negative(self, value):
        if value.literal is not None:
            return value.literal >= 0
        return value.poly is not None and any(all(map(self.ranges.not_negative, [p, *needs])) for p, needs in self.ranges.least(value.poly))

    def settled(self, value, length):
        """Whether a subscript is certain to be in its array, or will be by what the host looks at before the region begins."""
        if value.poly is None or value.type.size != 8:
            return False
        guards = []
        for poly in (value.poly, length.poly - value.poly - Poly.number(1)):
            ways = []
            for least, needs in self.ranges.least(poly):
                open_ = [p for p in [least, *needs] if not self.ranges.not_negative(p)]
                if not open_:
                    break
                if all(p.constant is None for p in open_):
                    ways.append(open_)
            else:
                # Under a condition the comparison may fail although the subscript would never be used; of lengths alone that is unlikely.
                if self.depth_of_conditions or self.broken:
                    ways = [way for way in ways if all(p.names <= self.ranges.lengths for p in way)]
                if not ways or self.region is None:
                    return False
                guards.append(ways)
        return all(self.guard(ways) for ways in guards)

    def guard(self, ways):
        """Something is looked at before the region begins, or before the loop of the host around it if that changes nothing of it: that all of one way's
        polynomials aren't negative."""
        for region in filter(None, (self.group, self.region)):
            changed = {self.name(name) for name in region.changed} | region.made
            early = [way for way in ways if not any(p.names & changed for p in way)]
            if early:
                texts = [" && ".join(f"{p.c()} >= 0" for p in way) for way in early]
                region.guards.append(texts[0] if len(texts) == 1 else "(" + " || ".join(f"({text})" for text in texts) + ")")
                return True
        return False

    @contextlib.contextmanager
    def refined(self, test, taken):
        with self.refined_all([test], taken):
            yield

    @contextlib.contextmanager
    def refined_all(self, tests, taken):
        """While a condition holds (or doesn't): comparisons in it bound the symbols that they compare."""
        added = []
        for left, right in [pair for test in tests for pair in self.ordered_pairs(test, taken)]:
            # left <= right
            for bounds, poly in self.ranges.bounded(right - left):
                bounds.insert(0, poly)
                added.append(bounds)
        try:
            yield
        finally:
            for bounds in reversed(added):
                bounds.pop(0)

    def ordered_pairs(self, test, taken):
        """Pairs of polynomials of which the first is no greater than the second, where `test` is true (or false)."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield from self.ordered_pairs(test.operand, not taken)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == taken:
            for part in test.values:
                yield from self.ordered_pairs(part, taken)
        if not isinstance(test, ast.Compare) or len(test.ops) > 1 and not taken:
            return
        sides = [test.left, *test.comparators]
        for left, op, right in zip(sides, test.ops, sides[1:]):
            kind = type(op)
            if not taken:
                kind = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.NotEq: ast.Eq}.get(kind)
            if kind not in (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq):
                continue
            a, b = self.peek(left), self.peek(right)
            if a.poly is None or b.poly is None:
                continue
            one = Poly.number(1)
            if kind in (ast.LtE, ast.Eq):
                yield a.poly, b.poly
            if kind in (ast.GtE, ast.Eq):
                yield b.poly, a.poly
            if kind is ast.Lt:
                yield a.poly + one, b.poly
            if kind is ast.Gt:
                yield b.poly + one, a.poly

    # Other compiled functions.

    def routine(self, function, node):
        """A call of a compiled function: it has scalars alone, and becomes a static function of the same file."""
        source = function._accrs_routine()
        callers = (*self.callers, self.source)
        if source in callers:
            raise self.error(node, f"'{source.node.name}' calls itself, which isn't in the subset")
        for name, type in source.parameters.items():
            if isinstance(type, types.Array):
                raise self.error(node, f"'{source.node.name}' has the array '{name}' for a parameter; compiled functions can only call those that take numbers")
        if source.result is None:
            raise self.error(node, f"'{source.node.name}' returns nothing")
        arguments = self.some(len(source.parameters), [self.expression(argument) for argument in node.args], node)
        values = []
        for argument, value, wanted in zip(node.args, arguments, source.parameters.values()):
            if types.join(value.type, wanted) is None and not (value.type.integer and value.type.weak and wanted.kind in "iuf"):
                raise self.error(argument, f"this is {value.type}, and '{source.node.name}' takes {wanted}: convert it, {wanted}(...)")
            values.append(self.convert(value, wanted, argument))
        made = self.routines.get(source)
        if made is None:
            made = self.routines[source] = Translator(source, callers).translate()
            made.base = len(self.sites)
            self.sites += made.sites
        name = f"accrs_{source.node.name}" if source.node.name.isascii() else f"accrs_routine{source.node.lineno}"
        made.c_name = f"{name}_{list(self.routines).index(source)}"
        texts = [value.text for value in values]
        if not made.sites:
            return Value(f"{made.c_name}({', '.join(texts)})", source.result)
        bad, result = self.temporary("accrs_bad"), self.temporary()
        self.emit(f"int64_t {bad} = 0;")
        self.emit(f"{source.result.c} {result} = {made.c_name}({', '.join([*texts, f'&{bad}'])});")
        if self.mode == "host":
            self.emit(f"if ({bad})")
            self.emit(f"    return {LAST + made.base} - {bad};")
        else:
            self.emit(f"if ({bad}) {{")
            self.failing(f"{bad} - {made.base}")
            self.emit("}")
        return Value(result, source.result)

    # What the mixins ask.

    def sign(self, node):
        sign = SIGNS.get(type(node.op))
        if sign is None:
            raise self.error(node, "'@=' isn't in the subset")
        return sign

    def environment(self, name):
        """What a name that isn't the function's own stands for now: whether there is something, and what."""
        return self.source.environment(name)

    def annotation(self, node):
        return self.source.evaluate(node)


def bare_name(text):
    return text.isidentifier() or text.replace(".", "").rstrip("Lf").isdigit()

