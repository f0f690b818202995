"""Loops over `range` and `prange`: their bounds, their steps, and the C loops that they become. A mixin of the translator.

A step that is written out becomes that of the C loop. Another one may be negative, so Python's own number of iterations is computed before the loop, and
the C loop counts these. Inside of a region that is done before the region begins, wherever nothing in it changes the bounds and the step.
"""

import ast

from . import flow, types
from .ranges import Poly
from .values import bare

ONE = Poly.number(1)


class Steps:
    """A step that isn't written out. value: it as C. count: C's name of the number of iterations. low, high: C's names of the least and the greatest value
    of the loop's variable, where a region can compare them with lengths. guarded: whether it is looked at already that 64 bits are enough in between."""

    def __init__(self, value, count, low=None, high=None, guarded=False):
        self.value, self.count, self.low, self.high, self.guarded = value, count, low, high, guarded


class Loops:
    def do_For(self, node):
        if node.orelse:
            raise self.error(node, "'else' of a loop isn't in the subset")
        if not isinstance(node.target, ast.Name):
            raise self.error(node.target, "the target of a loop is a variable")
        if node.target.id in self.arrays:
            raise self.error(node.target, f"'{node.target.id}' is an array and stays one")
        bounds = self.bounds(node)
        if node in self.flow.parallel and self.region is None and self.mode == "host" and not self.careful:
            self.parallel(node, bounds)
        elif node in self.flow.parallel and self.region is not None:
            self.directive(" ".join(["loop independent", *self.reductions(node)]), node)
            self.loop(node, bounds)
        else:
            self.versions(node, lambda: self.loop(node, bounds))

    # Bounds.

    def bounds(self, node):
        """start, stop and step of a range, each C that doesn't change while the loop runs; the step as a number, or as Steps."""
        arguments = node.iter.args
        if not 1 <= len(arguments) <= 3 or node.iter.keywords:
            raise self.error(node.iter, "range and prange take a stop; a start and a stop; or these and a step")
        values = [self.expression(argument) for argument in arguments]
        for value, argument in zip(values, arguments):
            if not (value.type.integer or value.type.kind == "b"):
                raise self.error(argument, f"bounds are integers, not {value.type}")
        values = [self.conversion(types.INT, value, node) for value in values]
        changed = flow.assigned([node])
        values = [self.lasting(value, argument, changed) for value, argument in zip(values, arguments)]
        start, stop = values[:2] if len(values) > 1 else (self.expression(ast.Constant(0)), values[0])
        if len(values) < 3:
            return start, stop, 1
        if values[2].literal == 0:
            raise self.error(arguments[2], "this always fails: the step of a range must not be zero")
        return start, stop, values[2].literal or self.steps(start, stop, values[2], node)

    def lasting(self, value, node, changed):
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if value.literal is not None or not names & changed and not any(isinstance(n, (ast.Subscript, ast.Call)) and not self.is_shape(n) for n in ast.walk(node)):
            return value
        return self.kept(value)

    def is_shape(self, node):
        return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) or isinstance(node, ast.Call) and ast.unparse(node.func) == "len"

    # Steps that aren't written out.

    def steps(self, start, stop, step, node):
        outside = self.outside(start, stop, step)
        if outside is not None:
            return self.steps_before(outside, start, stop, step)
        step = self.simple(step)
        self.check(f"{step.text} == 0", node, "ValueError", "range() arg 3 must not be zero")
        texts = [bare(value.plain) for value in (start, stop)]
        if self.mode != "host" or self.careful or not any(n in self.flow.parallel for n in ast.walk(node)):
            count = self.temporary("accrs_count")
            self.emit(f"const int64_t {count} = accrs_count({', '.join(texts)}, {step.text});")
            return Steps(step, count)
        found = self.counted(*texts, step.text, self.emit)
        if self.group is not None:
            self.group.made |= {found.low, found.high}
        found.value = step
        return found

    def counted(self, start, stop, step, emit):
        """Lines for the number of iterations, and for the least and the greatest value of the loop's variable: 0 and -1, if there is none."""
        names = [self.temporary(name) for name in ("accrs_count", "accrs_low", "accrs_high")]
        count, low, high = names
        emit(f"const int64_t {count} = accrs_count({start}, {stop}, {step});")
        emit(f"const int64_t {low} = accrs_low({start}, {step}, {count});")
        emit(f"const int64_t {high} = accrs_high({start}, {step}, {count});")
        return Steps(None, *names)

    def outside(self, start, stop, step):
        """The outermost region, or loop of the host with regions in it, that changes nothing of a range; None if there is none."""
        if self.region is None or any(value.poly is None or self.ranges.changing(value.poly) for value in (start, stop, step)):
            return None
        names = start.poly.names | stop.poly.names | step.poly.names
        for region in filter(None, (self.group, self.region)):
            if not names & ({self.name(name) for name in region.changed} | region.made):
                return region
        return None

    def steps_before(self, region, start, stop, step):
        """As `steps`, before a region. If the step is zero there, or what is in between needs more than 64 bits, the loop runs in order, with checks."""
        texts = [f"(int64_t)({value.poly.c()})" for value in (start, stop, step)]
        found = self.counted(*texts, region.before.append)
        region.guards.append(f"accrs_spans({', '.join(texts)})")
        if region is self.region and self.group is not None:
            self.group.made |= {found.low, found.high}
        found.value, found.guarded = step, True
        return found

    def extent(self, start, stop, step):
        """What is known of the least and the greatest value that a loop's variable has, as lists of polynomials."""
        before, behind = stop.poly and stop.poly - ONE, stop.poly and stop.poly + ONE
        if not isinstance(step, Steps):
            low, high = (start.poly, before) if step > 0 else (behind, start.poly)
            return [[p] if p is not None else [] for p in (low, high)]
        listed = [[Poly.name(name)] if name else [] for name in (step.low, step.high)]
        if start.poly is not None and stop.poly is not None:
            if self.never_negative(step.value):
                listed[0].append(start.poly)
                listed[1].append(before)
            else:
                listed[0] += self.ordered(start.poly, behind, "<")
                listed[1] += self.ordered(start.poly, before, ">")
        return listed

    # The loops.

    def loop(self, node, bounds):
        start, stop, step = bounds
        name = node.target.id
        self.join_type(name, types.INT, node.target)
        hidden = name in self.flow.hidden
        if isinstance(step, Steps):
            at = self.temporary("accrs_at")
            counter = self.stepped(at, bounds)
            self.emit(f"for (int64_t {at} = 0; {at} < {step.count}; {at}++) {{", node)
        else:
            counter = self.temporary(name) if hidden else self.name(name)
            sign, by = ("<", "++" if step == 1 else f" += {step}") if step > 0 else (">", "--" if step == -1 else f" -= {-step}")
            self.emit(f"for (int64_t {counter} = {bare(start.plain)}; {counter} {sign} {bare(stop.plain)}; {counter}{by}) {{", node)
        with self.indented():
            self.iterations += node in self.flow.parallel
            self.inside_loop(node, bounds, counter, hidden)
            self.iterations -= node in self.flow.parallel
        self.emit("}")

    def stepped(self, at, bounds):
        """What a loop's variable is in an iteration. In regions it is C that accrs can analyse, where what is in between is known to fit 64 bits."""
        start, stop, step = bounds
        if self.region is None or step.low is None:
            return f"(int64_t)((uint64_t)({bare(start.plain)}) + (uint64_t){at} * (uint64_t){step.value.plain})"
        if not step.guarded:
            self.region.guards.append(f"accrs_spans({bare(start.plain)}, {bare(stop.plain)}, {step.value.text})")
        return f"{start.plain} + {at} * {step.value.plain}"

    def inside_loop(self, node, bounds, counter, hidden):
        start, stop, step = bounds
        name = node.target.id
        before = self.values_of.get(name)
        stepped = isinstance(step, Steps)
        if hidden:
            declares = name in self.flow.declared.get(node, [])
            self.emit(f"{'int64_t ' if declares else ''}{self.name(name)} = {counter};")
            self.values_of.pop(name, None)
        else:
            if stepped:
                self.emit(f"const int64_t {self.name(name)} = {counter};")
            symbol = self.values_of[name] = self.ranges.symbol(*self.extent(start, stop, step), atom=self.name(name) if self.region is None else None)
            # Arrays with subscripts of a step that isn't known move as a whole.
            if not stepped:
                self.ranges.loops |= symbol.names
        broken = self.broken
        if hidden:
            self.hidden_block(node, name)
        else:
            self.block(node.body, node)
        self.broken = broken
        self.values_of.pop(name, None)
        if before is not None:
            self.values_of[name] = before

    def hidden_block(self, node, name):
        """The body, but for the declaration of the loop's own variable, which is there already."""
        declared = self.flow.declared.get(node, [])
        try:
            self.flow.declared[node] = [other for other in declared if other != name]
            self.block(node.body, node)
        finally:
            self.flow.declared[node] = declared
