"""Statements: from Python's syntax tree to C, and the regions that loops over prange become. A mixin of the translator.

Subscripts cost kernels nothing where they needn't. What is certain isn't checked. What can be compared with the arrays' lengths before the region is
compared there, or before the loop of the host around it; all else is checked in the kernel. Beside the guarded region stands the same loop in order, with a
check at each subscript, so a comparison need only be sufficient, never exact. Places that may fail (`ZeroDivisionError`) have numbers: the host returns a
place's number, kernels leave it in a reduction.
"""

import ast
import builtins
import contextlib

from . import flow, types
from .values import Value, bare

# Exceptions of which one with a message is no more than that.
_RAISED = (ArithmeticError, AssertionError, Exception, IndexError, LookupError, OverflowError, RuntimeError, TypeError, ValueError, ZeroDivisionError)


def _assignable(have, element):
    """Whether a number may be assigned to an element of an array as it is: nothing that numpy would cut off, or bend to another sign, without a word."""
    if have.kind == "b" or element.kind == "b":
        return have.kind == "b"
    if have.kind == "f" or element.kind == "f":
        return element.kind == "f"
    return have.weak or have.kind == "u" or element.kind == "i"


class Region:
    """A loop over prange outside of others, while it is translated: an OpenACC construct. Or a loop of the host that has such loops in it.

    changed: names that it assigns. guards: what must hold before it begins. bad: whether its kernel can tell of an error. arrays: how it uses
    each. whole: those of which accrs can't find out which elements are touched. before: lines that come before it. made: C's names that are declared in it.
    """

    def __init__(self, nodes):
        self.changed = flow.assigned(nodes)
        self.guards, self.bad, self.arrays, self.whole = [], False, {}, set()
        self.before, self.made = [], set()


class Statements:
    def block(self, statements, owner=None):
        """Statements in braces that are already open; `owner`: the function or the loop that they are the body of, whose variables are declared here."""
        waiting = list(self.flow.declared.get(owner, [])) if owner is not None else []
        for name in list(waiting):
            if not self.declared_by_assignment(name, statements):
                waiting.remove(name)
                self.emit(f"{self.ctype(name)} {self.name(name)};")
        self.waiting.append(set(waiting))
        for node in statements:
            self.line = node.lineno
            self.statement(node)
        self.waiting.pop()

    def declared_by_assignment(self, name, statements):
        """Whether the first statement that names a variable is a plain assignment to it."""
        for node in statements:
            if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node)):
                return isinstance(node, ast.Assign) and flow.targets(node) == [name] and all(n.id != name for n in flow.reads(node))
        return False

    def ctype(self, name):
        return self.types[name].c if name in self.types else "int64_t"

    def statement(self, node):
        method = getattr(self, f"do_{type(node).__name__}", None)
        if method is None:
            raise self.error(node, f"'{ast.unparse(node).splitlines()[0][:40]}' isn't in the subset of Python that is compiled")
        method(node)

    def do_Pass(self, node):
        pass

    def do_Expr(self, node):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print":
            raise self.error(node, "print isn't in the subset: return what is to be printed")
        raise self.error(node, "an expression whose value goes nowhere isn't in the subset")

    # Assignments.

    def do_Assign(self, node):
        if len(node.targets) != 1:
            raise self.error(node, "one target at a time: 'a = b = ...' isn't in the subset")
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and self.is_view(target):
            self.assign_view(node, target, node.value)
            return
        if not isinstance(target, (ast.Tuple, ast.List)):
            self.assign(target, self.expression(node.value), node)
            return
        values = self.several(node.value, len(target.elts))
        # All values are there before the first is assigned.
        kept = [value if self.stays(value) else self.kept(value) for value in values]
        for part, value in zip(target.elts, kept):
            self.assign(part, value, node)

    def stays(self, value):
        """Whether no assignment changes what a value's C says."""
        return value.literal is not None or any(value.text in array.shape for array in self.arrays.values())

    def several(self, node, count):
        if isinstance(node, ast.Attribute) and node.attr == "shape" and self.array(node.value):
            array = self.array(node.value)
            found = [self.shape(array, axis) for axis in range(array.type.ndim)]
        elif isinstance(node, (ast.Tuple, ast.List)):
            found = [self.expression(part) for part in node.elts]
        else:
            raise self.error(node, "several targets want as many expressions, or the shape of an array")
        if len(found) != count:
            raise self.error(node, f"{len(found)} values for {count} targets")
        return found

    def do_AnnAssign(self, node):
        if node.value is None or not isinstance(node.target, ast.Name):
            raise self.error(node, "a declaration without a value isn't in the subset")
        wanted = types.scalar_of(self.annotation(node.annotation))
        if wanted is None:
            raise self.error(node.annotation, "not a type of numbers")
        value = self.expression(node.value)
        if types.join(value.type, wanted) is None:
            raise self.error(node, f"this is {value.type}, and Python doesn't convert it for an annotation: write {wanted}(...)")
        self.assign(node.target, value, node)

    def do_AugAssign(self, node):
        sign = self.sign(node)
        if isinstance(node.target, ast.Name):
            self.assign(node.target, self.binary(sign, self.of_Name(node.target), self.expression(node.value), node), node)
            return
        if not isinstance(node.target, ast.Subscript):
            raise self.error(node.target, "a variable or an element of an array is assigned here")
        if self.is_view(node.target):
            self.assign_view(node, node.target, node.value, sign)
            return
        array, place, ok = self.element(node.target, "updates")
        old = self.guarded(array, place, ok)
        result = self.binary(sign, old, self.expression(node.value), node)
        self.store(array, place, ok, result, node)

    def guarded(self, array, place, ok):
        """An element's value, or 0 where it may not be read."""
        if ok is None:
            return Value(place, array.type.element)
        name = self.temporary()
        self.emit(f"{array.type.element.c} {name} = 0;")
        self.emit(f"if ({ok})")
        self.emit(f"    {name} = {place};")
        return Value(name, array.type.element)

    def assign(self, target, value, node):
        if isinstance(target, ast.Name):
            self.assign_name(target, value, node)
        elif isinstance(target, ast.Subscript):
            array, place, ok = self.element(target, "writes")
            self.store(array, place, ok, value, node)
        else:
            raise self.error(target, "a variable or an element of an array is assigned here")

    def assign_name(self, target, value, node):
        name = target.id
        if name in self.arrays:
            raise self.error(target, f"'{name}' is an array and stays one: '{name}[...] = ...' assigns elements")
        self.join_type(name, value.type, target)
        value = self.convert(value, self.types[name], node)
        declares = name in self.waiting[-1]
        self.waiting[-1].discard(name)
        self.emit(f"{self.ctype(name) + ' ' if declares else ''}{self.name(name)} = {bare(value.text)};")
        self.values_of.pop(name, None)
        if self.flow_counts[name] == 1 and self.types[name].c == "int64_t":
            self.remember(name, value.poly)

    def remember(self, name, poly):
        """What a variable is that is assigned in one place only."""
        inside = self.region is not None
        if poly is not None and not (self.ranges.changing(poly) and not inside):
            self.values_of[name] = poly
        elif inside:
            self.values_of[name] = self.ranges.symbol()
        elif poly is not None:
            self.values_of[name] = self.ranges.symbol([poly], [poly], atom=self.name(name))

    def assignable(self, array, value, node):
        element = array.type.element
        if not _assignable(value.type, element):
            raise self.error(node, f"an element of '{array.name}' is {element}, and this is {value.type}: convert it, {element}(...)")

    def store(self, array, place, ok, value, node):
        self.assignable(array, value, node)
        value = self.convert(value, array.type.element, node)
        self.emit(f"if ({ok})" if ok else None)
        self.emit(f"{'    ' if ok else ''}{place} = {bare(value.text)};")

    # Branches and loops in order.

    def do_If(self, node):
        self.emit(f"if ({bare(self.condition(node.test))}) {{")
        for part, taken in ((node.body, True), (node.orelse, False)):
            if not part:
                continue
            if not taken:
                self.emit("} else {")
            with self.indented(), self.conditional(), self.refined(node.test, taken):
                self.block(part)
        self.emit("}")

    def do_While(self, node):
        if node.orelse:
            raise self.error(node, "'else' of a loop isn't in the subset")
        self.versions(node, lambda: self.while_loop(node))

    def while_loop(self, node):
        broken = self.broken
        with self.conditional():
            stop = self.stopping()
            test, before = self.capture(lambda: self.condition(node.test))
            self.stops.append(stop)
            _, body = self.capture(lambda: self.while_body(node))
            self.stops.pop()
        self.broken = broken
        checks = any(stop in text for text, _ in [*before, *body]) if stop else False
        if checks:
            self.emit(f"_Bool {stop} = 0;")
        running = f"!{stop} && " if checks else ""
        if before:
            self.emit(f"while ({running.removesuffix(' && ') or '1'}) {{")
            self.splice(before)
            self.emit(f"    if (!{test})")
            self.emit("        break;")
        else:
            self.emit(f"while ({running}{test if running else bare(test)}) {{")
        self.splice(body)
        self.emit("}")

    def while_body(self, node):
        with self.refined(node.test, True):
            self.block(node.body, node)

    def do_Break(self, node):
        self.emit("break;")
        self.leaves()

    def do_Continue(self, node):
        self.emit("continue;")
        self.leaves()

    # Regions.

    def versions(self, node, made):
        """A loop of the host. What its regions need to hold, and isn't changed in it, is looked at once, before it: so that no code of the host
        stands between its regions, which would keep data from staying on a device."""
        outermost = self.mode == "host" and not self.careful and self.group is None
        if not outermost or not any(n in self.flow.parallel for n in ast.walk(node)):
            made()
            return
        self.group = group = Region([node])
        saved = dict(self.values_of)
        _, lines = self.capture(made)
        self.group = None
        self.guarded_lines(group, lines, saved, node, made)

    def guarded_lines(self, region, lines, saved, node, made):
        """The lines, and if a guard is needed, beside them the same loop in order, with a check at each subscript."""
        for line in region.before:
            self.emit(line, node)
        guards = list(dict.fromkeys(region.guards))
        if not guards:
            self.splice(lines, deeper=False)
            return
        self.emit(f"if ({bare(' && '.join(guards))}) {{")
        self.splice(lines)
        self.emit("} else {")
        with self.indented():
            after, self.values_of = self.values_of, saved
            self.in_order(node, region, made)
            self.values_of = after
        self.emit("}")

    def in_order(self, node, region, made):
        """A loop on the host, one iteration after the other: for subscripts that leave their arrays, or count from the end."""
        changed = [name for name, use in region.arrays.items() if use != "reads"]
        self.emit(f"accrs_told[0] = {node.lineno};")
        self.emit("accrs_told[1]++;")
        self.directive("update if_present self(" + ", ".join(map(self.section, region.arrays)) + ")", node)
        self.behind = f"update if_present device({', '.join(map(self.section, changed))})" if changed else None
        self.careful = True
        made()
        self.careful = False
        if changed:
            self.directive(self.behind, node)
        self.behind = None

    def parallel(self, node, bounds):
        self.region = region = Region([node])
        self.ranges.enter()
        clauses = self.reductions(node)
        saved = dict(self.values_of)
        self.mode = "kernel"
        _, lines = self.capture(lambda: self.loop(node, bounds))
        self.mode, self.region = "host", None
        self.ranges.leave()
        self.values_of = saved
        self.regions += 1
        clauses = (["reduction(max : accrs_bad)"] if region.bad else []) + clauses + self.moved(region)
        directive = f"#pragma acc {' '.join(['kernels loop independent', *clauses])}"
        if region.bad:
            self.emit("{", node)
            self.emit("    int64_t accrs_bad = 0;")
        with self.indented() if region.bad else contextlib.nullcontext():
            self.guarded_lines(region, [(directive, node.lineno), *lines], dict(saved), node, lambda: self.loop(node, bounds))
        if region.bad:
            self.emit("    if (accrs_bad)")
            self.emit(f"        return {self.last} - accrs_bad;")
            self.emit("}")

    def section(self, name):
        array = self.arrays[name]
        return f"{array.c}[0 : {array.shape[0]}]"

    def reductions(self, node):
        signs = {}
        for name, sign in self.flow.reductions[node].items():
            signs.setdefault(sign, []).append(self.name(name))
        return [f"reduction({sign} : {', '.join(names)})" for sign, names in signs.items()]

    def moved(self, region):
        """Clauses for arrays that move as a whole: some subscripts aren't sums of multiples of loop variables, or stand under conditions. Which elements of
        others move is found by accrs."""
        return [f"{'copyin' if use == 'reads' else 'copy'}({self.section(name)})" for name, use in region.arrays.items() if self.all_whole or name in region.whole]

    # Ends.

    def do_Return(self, node):
        if self.iterations:
            raise self.error(node, "'return' inside of a loop over prange: its iterations are independent")
        value = None if node.value is None or isinstance(node.value, ast.Constant) and node.value.value is None else self.expression(node.value)
        if (value is None) != (self.result is None):
            raise self.error(node, "the function returns a value where its annotation says that it returns none" if value else f"the function's annotation says that it returns {self.result}")
        if value is not None:
            if types.join(value.type, self.result) is None:
                raise self.error(node, f"this is {value.type}, and the function's annotation says that it returns {self.result}: convert it, {self.result}(...)")
            value = self.convert(value, self.result, node)
            if self.mode == "routine":
                self.emit(f"return {bare(value.text)};")
                return
            self.emit(f"*accrs_result = {bare(value.text)};")
        self.emit(self.behind and f"#pragma acc {self.behind}")
        self.emit("return 0;")

    def do_Assert(self, node):
        message = node.msg.value if isinstance(node.msg, ast.Constant) else "" if node.msg is None else None
        if not isinstance(message, str):
            raise self.error(node.msg, "the message of an assertion is a string that is written out")
        self.check(f"!{self.condition(node.test)}", node, "AssertionError", message or "assertion failed")

    def do_Raise(self, node):
        call = node.exc
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else None
        kind = getattr(builtins, name or "", None)
        known = kind in _RAISED and len(call.args) == 1 and not call.keywords
        if not known or not isinstance(call.args[0], ast.Constant) or not isinstance(call.args[0].value, str) or node.cause:
            raise self.error(node, "what is raised is an exception of Python's own with a message that is written out: ValueError('...')")
        if self.iterations or self.mode == "routine":
            raise self.error(node, "'raise' inside of a loop over prange, or of a function that is called there: iterations are independent. 'assert' is possible")
        self.check("1", node, name, call.args[0].value)
