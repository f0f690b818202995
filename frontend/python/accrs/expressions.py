"""Expressions: from Python's syntax tree to C. A mixin of the translator.

An expression becomes C without side effects. What has to happen before it (checks, values that are used twice) goes to the lines before its statement,
and where Python would only evaluate it under a condition, into a branch there.
"""

import ast
import types as python

from . import types
from .arithmetic import COMPARISONS, SIGNS
from .ranges import Poly
from .types import BOOL
from .values import Value, bare, number


class Expressions:
    def expression(self, node):
        """An expression's value; anything that isn't a number is an error."""
        if node in self.elements:
            return self.elements[node]
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise self.error(node, f"'{ast.unparse(node)[:40]}' isn't in the subset of Python that is compiled")
        return method(node)

    def of_Constant(self, node):
        if isinstance(node.value, (bool, int, float)):
            if type(node.value) is int and node.value >= 2**64:
                raise self.error(node, "integers have 64 bits here: this one is larger")
            return number(node.value)
        raise self.error(node, f"{node.value!r} isn't a number")

    def of_Name(self, node):
        if node.id in self.arrays:
            raise self.error(node, f"'{node.id}' is an array, and arithmetic with whole arrays isn't in the subset: write the loop over its elements")
        if node.id in self.flow.locals:
            return Value(self.name(node.id), self.types[node.id], poly=self.known(node.id))
        return self.constant(node)

    def constant(self, node):
        """What isn't the function's own: a number of the module, math.pi."""
        value = self.resolve(node)
        if isinstance(value, (bool, int, float)) and not hasattr(value, "dtype"):
            if isinstance(value, int) and not -(2**63) <= value < 2**64:
                raise self.error(node, f"integers have 64 bits here: '{ast.unparse(node)}' is larger")
            return number(value)
        strong = types.scalar_of(type(value))
        if strong is not None:
            return number(value.item(), strong)
        raise self.error(node, f"'{ast.unparse(node)}' is no number" if value is not None else f"'{ast.unparse(node)}' isn't known here")

    def of_Attribute(self, node):
        array = self.array(node.value)
        if array is None:
            return self.constant(node)
        if node.attr == "ndim":
            return number(array.type.ndim)
        if node.attr == "size":
            found = self.shape(array, 0)
            for axis in range(1, array.type.ndim):
                found = self.binary("*", found, self.shape(array, axis), node)
            return found
        raise self.error(node, f"of an array there are shape, size and ndim here, not '{node.attr}'")

    def of_BinOp(self, node):
        sign = SIGNS.get(type(node.op))
        if sign is None:
            raise self.error(node, "'@' isn't in the subset: write the loops of the product")
        return self.binary(sign, self.expression(node.left), self.expression(node.right), node)

    def of_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return Value(f"!{self.condition(node.operand)}", BOOL)
        value = self.expression(node.operand)
        if isinstance(node.op, ast.USub):
            return self.negated(value, node)
        if isinstance(node.op, ast.UAdd):
            if value.type is types.bool_:
                raise self.error(node, "numpy has no '+' of truth values: convert it, int(...)")
            return self.convert(value, types.INT, node) if value.type is BOOL else value
        if value.type is types.bool_:
            return Value(f"!{value.text}", value.type)
        if not value.type.integer:
            raise self.error(node, f"'~' is for integers, not for {value.type}")
        if value.literal is not None and value.type.weak:
            return number(~value.literal)
        return Value(f"({value.type.c})(~{value.text})", value.type)

    def of_Compare(self, node):
        values = [self.expression(node.left)]
        found, kind = None, BOOL
        for at, (op, right) in enumerate(zip(node.ops, node.comparators)):
            sign = COMPARISONS.get(type(op))
            if sign is None:
                raise self.error(node, "'is' and 'in' aren't in the subset")
            if at == 0:
                values.append(self.expression(right))
                found = self.compared(sign, *values, node)
                kind = found.type
                continue

            # a < b < c: c is only looked at where a < b.
            def rest(right=right, sign=sign):
                values.append(self.expression(right))
                return self.compared(sign, values[-2], values[-1], node)

            kind = types.bool_ if not self.peek(right).type.weak or not values[-1].type.weak else kind
            found = self.either(found.text, rest, lambda: Value("0", BOOL), kind, node)
        return found

    def of_BoolOp(self, node):
        """`a and b` is one of its operands, so these must be of one type."""
        both = isinstance(node.op, ast.And)
        found = self.expression(node.values[0])
        for operand in node.values[1:]:
            first = self.simple(found)
            # The type must be known before the branches are written.
            type = types.join(first.type, self.peek(operand).type)
            if type is None:
                raise self.error(node, f"'{'and' if both else 'or'}' gives one of its operands, and these are of different types: compare them with something")
            then, other = (lambda o=operand: self.expression(o)), (lambda f=first: f)
            found = self.either(self.truth(first), then if both else other, other if both else then, type, node)
        return found

    def of_IfExp(self, node):
        test = self.condition(node.test)
        a, b = self.peek(node.body), self.peek(node.orelse)
        type = types.join(a.type, b.type)
        if type is None:
            raise self.error(node, f"the type of this would depend on the condition, {a.type} or {b.type}: convert them to one")

        def branch(part, taken):
            def made():
                with self.refined(node.test, taken):
                    return self.expression(part)

            return made

        return self.either(test, branch(node.body, True), branch(node.orelse, False), type, node)

    def either(self, test, then, otherwise, type, node):
        """One of two values, whose own checks happen only in their branches."""
        with self.conditional():
            first, before = self.capture(then)
            second, behind = self.capture(otherwise)
        first, second = self.convert(first, type, node), self.convert(second, type, node)
        if not before and not behind:
            if type.kind == "b":
                if second.text in ("0", test):
                    return Value(f"({test} && {first.text})", type)
                if first.text in ("1", test):
                    return Value(f"({test} || {second.text})", type)
            return Value(f"({test} ? {self.wide(first)} : {self.wide(second)})", type)
        name = self.temporary()
        self.emit(f"{type.c} {name};")
        for opening, lines, value in ((f"if ({bare(test)}) {{", before, first), ("} else {", behind, second)):
            self.emit(opening)
            self.splice(lines)
            self.emit(f"    {name} = {bare(value.text)};")
        self.emit("}")
        return Value(name, type)

    # Conditions.

    def truth(self, value):
        """C that says whether a value counts as true."""
        return value.text if value.type.kind == "b" else f"({value.text} != 0)"

    def condition(self, node):
        """C for a test, of which only the truth matters: `if`, `while`, `not`, and operands of `and` and `or` there."""
        if isinstance(node, ast.BoolOp):
            both = isinstance(node.op, ast.And)
            found = self.condition(node.values[0])
            for at, operand in enumerate(node.values[1:], 1):
                def rest(operand=operand, at=at):
                    with self.refined_all(node.values[:at], both):
                        return Value(self.condition(operand), BOOL)

                constant = Value("0" if both else "1", BOOL)
                value = self.either(found, rest if both else (lambda c=constant: c), (lambda c=constant: c) if both else rest, BOOL, node)
                found = value.text
            return found
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        return self.truth(self.expression(node))

    # Arrays.

    def array(self, node):
        return self.arrays.get(node.id) if isinstance(node, ast.Name) else None

    def shape(self, array, axis):
        name = array.shape[axis]
        return Value(name, types.INT, poly=self.ranges.length(name))

    def of_Subscript(self, node):
        shaped = isinstance(node.value, ast.Attribute) and node.value.attr == "shape" and self.array(node.value.value)
        if shaped:
            axis = self.resolved_number(node.slice)
            if axis is None or not -shaped.type.ndim <= axis < shaped.type.ndim:
                raise self.error(node, f"the subscript of shape is a number that is written out, less than {shaped.type.ndim}")
            return self.shape(shaped, axis % shaped.type.ndim)
        array, place, ok = self.element(node, "reads")
        return self.guarded(array, place, ok)

    def element(self, node, use):
        """An array's element as C: the array, the lvalue, and what must hold before it may be touched (None: nothing)."""
        groups, base = [], node
        while isinstance(base, ast.Subscript):
            groups.insert(0, self.parts(base))
            base = base.value
        indices = [index for group in groups for index in group]
        array = self.array(base)
        if array is None:
            raise self.error(base, f"'{ast.unparse(base)}' is no array that is a parameter")
        if any(isinstance(index, ast.Slice) for index in indices):
            raise self.error(node, "slices aren't in the subset here, only in an assignment to a slice, a[1:n] = b[1:n] + 1: write the loop over the elements")
        if len(indices) != array.type.ndim:
            raise self.error(node, f"'{array.name}' has {array.type.ndim} dimension{'s' * (array.type.ndim > 1)}, and this has {len(indices)} subscript{'s' * (len(indices) > 1)}")
        self.touched(array, use)
        texts, oks = [], []
        for group in groups:
            # a[i, j]: both subscripts are computed before one is compared with its length.
            for value, index in [(self.expression(index), index) for index in group]:
                text, ok = self.subscript(value, array, len(texts), index)
                texts.append(text)
                oks += [ok] if ok else []
        return array, array.element(texts), " && ".join(oks) or None

    def parts(self, node):
        return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]

    def subscript(self, value, array, axis, node):
        """A subscript as C, and the name of the truth value that says whether it may be followed, where that is only known when the kernel runs.

        Subscripts below zero count from the end. What can be compared with the array's length before a region begins, is compared there.
        """
        if not value.type.integer:
            raise self.error(node, f"subscripts are integers, not {value.type}")
        length = self.shape(array, axis)
        if self.region is not None:
            always = not self.depth_of_conditions and not self.broken
            if not (always and value.poly is not None and self.ranges.affine(value.poly) and self.names_stay(node)):
                self.region.whole.add(array.name)
        if value.literal is not None and value.literal < 0:
            value = self.binary("+", length, value, node)
            settled, wraps = self.settled(value, length), False
        else:
            settled, wraps = self.settled(value, length), True
        if settled:
            return value.plain, None
        what = f"a subscript of '{array.name}' is out of bounds" + (f" in dimension {axis}" if array.type.ndim > 1 else "")
        index = self.temporary()
        self.emit(f"int64_t {index} = {bare(self.convert(value, types.INT, node, checked=False).plain)};")
        wraps = wraps and value.type.kind == "i" and not self.never_negative(value)
        if wraps:
            self.emit(f"if ({index} < 0)")
            self.emit(f"    {index} += {length.text};")
        if self.region is not None:
            self.region.whole.add(array.name)
            self.notes[f"{node.lineno:7}, the subscript {ast.unparse(node)} of '{array.name}' is compared with the array's length in the kernel, since it can't be before"] = None
        # As unsigned numbers those below zero are above all lengths.
        outside = f"(uint64_t){index} >= (uint64_t){length.text}"
        return index, self.check(outside, node, "IndexError", what)

    def names_stay(self, node):
        """Whether an expression names only variables of loops, and such as the region doesn't assign."""
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & self.region.changed
        return all(name not in self.flow.hidden and self.values_of.get(name) is not None and self.values_of[name].names <= self.ranges.loops for name in names)

    def known(self, name):
        """What is known of an integer variable, as a polynomial."""
        if self.types[name].c != "int64_t":
            return None
        if name in self.values_of:
            return self.values_of[name]
        if name in self.steady or (self.region is not None and name not in self.region.changed):
            return Poly.name(self.name(name))
        return None

    # What isn't the function's own.

    def resolve(self, node):
        """The Python object that a name, or an attribute of a module, has now; None if there is none. It is remembered, and compared at each call."""
        if isinstance(node, ast.Name) and node.id not in self.flow.locals:
            found, value = self.environment(node.id)
            if found:
                self.used[(node.id,)] = value
                return value
        if isinstance(node, ast.Attribute):
            base = self.resolve(node.value)
            if isinstance(base, python.ModuleType) and hasattr(base, node.attr):
                value = getattr(base, node.attr)
                self.used[tuple(ast.unparse(node).split("."))] = value
                return value
        return None

    def resolved_number(self, node):
        value = self.peek(node)
        return value.literal if value.type.integer else None
