"""Assignments to slices, outside of loops over prange: `a[1:n] = b[0:n-1] + 1`, `a[:, j] *= 2`. A mixin of the translator.

They are loops over elements, with numpy's meaning: bounds beyond an array's ends are cut, lengths of 1 are stretched, and all of the right side is computed
before the first element is written, so views may overlap.
"""

import ast
import builtins

from . import types
from .calls import _OF_NUMPY
from .values import Value, bare

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


class View:
    """Elements of an array. axes: for each of its dimensions a subscript as C, or C's names of start, step and length."""

    def __init__(self, array, axes):
        self.array, self.axes = array, axes

    @property
    def lengths(self):
        return [axis[2] for axis in self.axes if isinstance(axis, tuple)]

    def element(self, counters):
        """The element at C's counters, one for each length."""
        counters = iter(counters)
        return self.array.element([f"{axis[0]} + {next(counters)} * {axis[1]}" if isinstance(axis, tuple) else axis for axis in self.axes])


class Slices:
    def is_view(self, node):
        """Whether this is several elements of an array: the array itself, a slice, fewer subscripts than dimensions."""
        if isinstance(node, ast.Name):
            return node.id in self.arrays
        array = self.array(node.value) if isinstance(node, ast.Subscript) else None
        if array is None:
            return False
        parts = self.parts(node)
        return any(isinstance(part, ast.Slice) for part in parts) or len(parts) < array.type.ndim

    def has_views(self, node):
        """Whether an expression has several elements of an array in it."""
        if self.is_view(node):
            return True
        if isinstance(node, ast.Subscript):
            # a[i][j] is an element; what its subscripts are is looked at there.
            parts, base = [], node
            while isinstance(base, ast.Subscript):
                parts, base = parts + self.parts(base), base.value
            array = self.array(base)
            return array is not None and (any(isinstance(part, ast.Slice) for part in parts) or len(parts) < array.type.ndim)
        if isinstance(node, ast.Attribute) or isinstance(node, ast.Call) and self.resolve(node.func) is builtins.len:
            return False
        return any(self.has_views(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))

    def assign_view(self, node, target, value, sign=None):
        """target = value, or with a sign `target sign= value`."""
        if self.region is not None or self.mode != "host" or self.iterations:
            raise self.error(target, "slices aren't in the subset inside of loops over prange: write the loop over the elements")
        if sign == "**" and not (isinstance(value, ast.Constant) and value.value == 2):
            raise self.error(node, "of slices there is the power 2 alone: write the loop over the elements")
        self.emit("{", node)
        with self.indented():
            self.view_lines(node, target, value, sign)
        self.emit("}")

    def view_lines(self, node, target, value, sign):
        views, kept = {}, self.elements
        there = self.view(target, "updates") if sign else None
        if self.has_views(value):
            scalars = {}
            self.operands(value, views, scalars)
        else:
            result = self.expression(value)
            scalars = {value: result if result.literal is not None else self.kept(result)}
        self.no_narrow(views.values() if there is None else [*views.values(), there], scalars)
        there = there or self.view(target, "writes")
        if not views and sign is None:
            scalars[value] = self.simple(self.stored(there.array, scalars[value], node))
        lengths = there.lengths
        self.broadcast(node, list(views.values()), lengths)
        counters = [self.temporary("accrs_at") for _ in lengths]

        def made():
            self.elements = {**scalars, **{part: self.loaded(view, counters) for part, view in views.items()}}
            result = self.elements[value] if value in self.elements else self.expression(value)
            if sign:
                result = self.binary(sign, self.loaded(there, counters, same=True), result, node)
            return self.stored(there.array, result, node)

        sites = len(self.sites)
        try:
            result, lines = self.capture(made)
        finally:
            self.elements = kept
        if len(self.sites) != sites:
            raise self.error(value, "an element of this could raise an exception, which isn't in the subset for slices: write the loop over the elements")
        self.looped(node, there, counters, lines, result.text, bool(views))

    def looped(self, node, there, counters, lines, text, apart):
        """The loops: one that computes all elements, and if they must be apart until all are there, one that writes them."""
        lengths, type = there.lengths, there.array.type.element.c
        place = there.element(counters)
        if apart:
            held, at = self.temporary("accrs_held"), self.temporary("accrs_next")
            size = " * ".join(f"(uint64_t){length}" for length in lengths)
            self.emit(f"{type} *{held} = __builtin_malloc({size} * sizeof({type}) + 1);")
            self.check(f"!{held}", node, "MemoryError", "no memory for what is assigned")
            self.emit(f"int64_t {at} = 0;")
            self.loops_over(lengths, counters, [*lines, (f"{held}[{at}++] = {bare(text)};", node.lineno)])
            self.emit(f"{at} = 0;")
            self.loops_over(lengths, counters, [(f"{place} = {held}[{at}++];", node.lineno)])
            self.emit(f"__builtin_free({held});")
        else:
            self.loops_over(lengths, counters, [*lines, (f"{place} = {bare(text)};", node.lineno)])

    def loops_over(self, lengths, counters, lines):
        for depth, (length, counter) in enumerate(zip(lengths, counters)):
            self.emit("    " * depth + f"for (int64_t {counter} = 0; {counter} < {length}; {counter}++) {{")
        self.depth += len(lengths)
        self.splice(lines, deeper=False)
        for _ in lengths:
            self.depth -= 1
            self.emit("}")

    def stored(self, array, value, node):
        """A value as an element of an array."""
        self.assignable(array, value, node)
        return self.convert(value, array.type.element, node)

    def loaded(self, view, counters, same=False):
        """An element of an operand. Its last dimensions are those of the target; one of length 1 is stretched."""
        lengths = view.lengths
        aligned = counters[len(counters) - len(lengths) :]
        texts = aligned if same else [f"({length} == 1 ? 0 : {counter})" for length, counter in zip(lengths, aligned)]
        return Value(view.element(texts), view.array.type.element)

    # What is on the right.

    def operands(self, node, views, scalars):
        """Finds views, and computes what isn't made of them, from the left to the right."""
        if self.is_view(node):
            views[node] = self.view(node, "reads")
            return
        if not self.has_views(node):
            value = self.expression(node)
            scalars[node] = value if value.literal is not None else self.kept(value)
            return
        if isinstance(node, ast.BinOp) and (isinstance(node.op, _OPERATORS) or isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant) and node.right.value == 2):
            parts = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            parts = [node.operand]
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and not node.keywords and self.elementwise(node.func):
            parts = node.args
        else:
            raise self.error(node, "with slices there are arithmetic, x ** 2, comparisons, abs and numpy's functions: write the loop over the elements")
        for part in parts:
            self.operands(part, views, scalars)

    def elementwise(self, node):
        function = self.resolve(node)
        try:
            # Arrays have powers of their own.
            return function is builtins.abs or _OF_NUMPY.get(function, "power") != "power"
        except TypeError:
            return False

    def no_narrow(self, views, scalars):
        """numpy raises for Python's integers that don't fit, also where there are no elements."""
        narrow = next((view.array.type.element for view in views if view.array.type.element.integer and view.array.type.element.c != "int64_t"), None)
        for node, value in scalars.items():
            if narrow is not None and value.type is types.INT and value.literal is None:
                raise self.error(node, f"this is an int, and the elements are {narrow}: convert it, {narrow}(...)")

    def view(self, node, use):
        """Looks at an array's subscripts, as the program reaches them."""
        array = self.array(node if isinstance(node, ast.Name) else node.value)
        parts = [] if isinstance(node, ast.Name) else self.parts(node)
        if len(parts) > array.type.ndim:
            raise self.error(node, f"'{array.name}' has {array.type.ndim} dimension{'s' * (array.type.ndim > 1)}, and this has {len(parts)} subscripts")
        self.touched(array, use)
        parts = parts + [ast.Slice()] * (array.type.ndim - len(parts))
        texts = [self.slice(part, array, axis) if isinstance(part, ast.Slice) else self.expression(part) for axis, part in enumerate(parts)]
        # An integer is compared with the length when all are there.
        return View(array, [text if isinstance(text, tuple) else self.subscript(text, array, axis, part)[0] for axis, (text, part) in enumerate(zip(texts, parts))])

    def slice(self, node, array, axis):
        length = self.shape(array, axis).text
        parts = [node.lower, node.upper, node.step]
        values = [None if part is None or isinstance(part, ast.Constant) and part.value is None else self.bound(part) for part in parts]
        step = values[2].text if values[2] else "1"
        if values[2] and values[2].literal is None:
            self.check(f"{step} == 0", node.step, "ValueError", "slice step cannot be zero")
        elif values[2] and values[2].literal == 0:
            raise self.error(node.step, "this always fails: the step of a slice must not be zero")
        ends = [f"accrs_slice_end({value.text}, {length}, {step})" if value else None for value in values[:2]]
        first = ends[0] or f"({step} < 0 ? {length} - 1 : 0)"
        last = ends[1] or f"({step} < 0 ? -1 : {length})"
        start, by, count = (self.temporary(name) for name in ("accrs_start", "accrs_by", "accrs_count"))
        self.emit(f"const int64_t {start} = {bare(first)}, {by} = {bare(step)};")
        self.emit(f"const int64_t {count} = accrs_count({start}, {bare(last)}, {by});")
        return start, by, count

    def bound(self, node):
        value = self.expression(node)
        if not value.type.integer:
            raise self.error(node, f"bounds of slices are integers, not {value.type}")
        value = self.conversion(types.INT, value, node)
        return value if value.literal is not None else self.kept(value)

    def broadcast(self, node, views, target):
        """Lengths of operands that meet are equal, or 1."""
        if any(len(view.lengths) > len(target) for view in views):
            raise self.error(node, "what is assigned has more dimensions than what it is assigned to")
        for axis in range(1, len(target) + 1):
            lengths = [view.lengths[-axis] for view in views if len(view.lengths) >= axis]
            for length in lengths:
                self.check(f"{length} != 1 && {length} != {target[-axis]}", node, "ValueError", "arrays could not be broadcast together")
