"""Who assigns and reads the variables of a function: that each is assigned before it is read, what iterations of prange have for themselves and what
they sum up, and in which block of the C text each variable is declared.

Iterations of prange have variables of their own, so what one of them assigns is not there afterwards; only sums and their kin are (reductions).
"""

import ast

REDUCTIONS = {ast.Add: "+", ast.Sub: "+", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_COMMUTING = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


def targets(node):
    """The names that a statement itself assigns."""
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        found = [node.target]
    else:
        return []
    names = []
    for target in found:
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        names += [part.id for part in parts if isinstance(part, ast.Name)]
    return names


def assigned(statements):
    """All names that statements assign, with those inside of them."""
    return {name for statement in statements for node in ast.walk(statement) for name in targets(node)}


def reads(node):
    """The names that a statement's own expressions read, with their places; statements inside of it aren't looked into."""
    if isinstance(node, (ast.For, ast.While, ast.If)):
        parts = [node.iter] if isinstance(node, ast.For) else [node.test]
        if isinstance(node, ast.For):
            parts += [part for part in ast.walk(node.target) if isinstance(part, ast.Subscript)]
    else:
        parts = [node]
    found = [n for part in parts for n in ast.walk(part) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.append(node.target)
    return found


def update(node, name):
    """The operator with which a statement updates a variable that it does nothing else with: `s += e`, `s = s * e`, `s = max(s, e)`; None if it doesn't."""

    def free(expression):
        return not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(expression))

    def this(expression):
        return isinstance(expression, ast.Name) and expression.id == name

    if isinstance(node, ast.AugAssign) and this(node.target) and free(node.value):
        return REDUCTIONS.get(type(node.op))
    if not (isinstance(node, ast.Assign) and len(node.targets) == 1 and this(node.targets[0])):
        return None
    value = node.value
    if isinstance(value, ast.BinOp):
        if this(value.left) and free(value.right):
            return REDUCTIONS.get(type(value.op))
        if this(value.right) and free(value.left) and isinstance(value.op, _COMMUTING):
            return REDUCTIONS.get(type(value.op))
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("min", "max") and not value.keywords:
        if len(value.args) == 2 and sum(map(this, value.args)) == 1 and any(map(free, value.args)):
            return value.func.id
    return None


def _reductions(loop, names):
    """Those of `names` that the body of a loop over prange only updates, each with its operator."""
    operators = {name: set() for name in names}
    for statement in loop.body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.stmt):
                continue
            for name in {n.id for n in reads(node)} | set(targets(node)):
                if name in operators:
                    operators[name].add(update(node, name))
    return {name: found.pop() for name, found in operators.items() if len(found) == 1 and None not in found}


class Flow:
    """What is found of a function.

    reductions: for each loop over prange, its names with their operators. private: for each, the names that its iterations have for themselves.
    declared: for the function and each of its loops, the names that are declared in its body. hidden: names of loops that are also assigned or read
    elsewhere, for which the C loop counts in a variable of its own.
    """

    def __init__(self, function, parameters, parallel, place):
        self.function, self.parallel, self.place = function, parallel, place
        self.locals = set(parameters) | assigned(function.body)
        self.parameters = set(parameters)
        self.reductions, self.private = {}, {}
        self._breaks, self._continues, self._carried = [], [], []
        self.ends = self._block(function.body, frozenset(parameters)) is not None
        self.hidden = self._hidden()
        self.declared = self._placed()

    # Assigned before read.

    def _block(self, statements, state):
        for statement in statements:
            if state is None:
                raise self.place.error(statement, "this is never reached")
            state = self._statement(statement, state)
        return state

    def _statement(self, node, state):
        for name in reads(node):
            self._read(name, state)
        if isinstance(node, ast.For):
            return self._prange(node, state) if node in self.parallel else self._loop(node, state, set(targets(node)), False)
        if isinstance(node, ast.While):
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
            return self._loop(node, state, set(), endless)
        if isinstance(node, ast.If):
            return _both(self._block(node.body, state), self._block(node.orelse, state))
        if isinstance(node, ast.Break):
            self._breaks[-1].append(state)
            return None
        if isinstance(node, ast.Continue):
            self._continues[-1].append(state)
            return None
        if isinstance(node, (ast.Return, ast.Raise)):
            return None
        return state | set(targets(node))

    def _read(self, node, state):
        name = node.id
        if name not in self.locals or name in state:
            return
        if any(name in carried for carried in self._carried):
            raise self.place.error(
                node,
                f"'{name}' would be carried from one iteration of prange to another: iterations are independent. Assign it first in each iteration; "
                f"or only update it, always in the same way ('{name} += ...', '{name} = max({name}, ...)'), which is a reduction",
            )
        raise self.place.error(node, f"'{name}' may have no value here: assign it before, on all ways (what iterations of prange assign is their own, and gone after the loop)")

    def _loop(self, node, state, names, endless):
        entry = state
        while True:
            self._breaks.append([])
            self._continues.append([])
            end = self._block(node.body, entry | names)
            breaks, continues = self._breaks.pop(), self._continues.pop()
            for back in [end, *continues]:
                end = _both(end, back)
            again = entry if end is None else entry & end
            if again == entry:
                break
            entry = again
        left = None if endless else entry
        for state in breaks:
            left = _both(left, state)
        return left

    def _prange(self, node, state):
        changed = assigned(node.body)
        found = _reductions(node, (changed & state) - set(targets(node)))
        own = changed - set(found) | set(targets(node))
        self.reductions[node], self.private[node] = found, own
        self._breaks.append([])
        self._continues.append([])
        self._carried.append(changed & state)
        self._block(node.body, state - own | set(targets(node)))
        self._carried.pop()
        self._continues.pop()
        if self._breaks.pop():
            raise self.place.error(node, "a loop over prange can't be left by 'break': its iterations are independent")
        return state - own

    # Where variables are declared.

    def _hidden(self):
        loops = {name for node in ast.walk(self.function) if isinstance(node, ast.For) for name in targets(node)}
        found = loops & self.parameters

        def walk(statements, inside):
            for node in statements:
                found.update(name.id for name in reads(node) if name.id in loops - inside)
                if isinstance(node, ast.For):
                    walk(node.body, inside | set(targets(node)))
                    continue
                found.update(loops & set(targets(node)))
                for part in ("body", "orelse"):
                    walk(getattr(node, part, []), inside)

        walk(self.function.body, set())
        return found

    def _placed(self):
        paths = {}

        def note(name, path):
            if name not in self.locals or name in self.parameters and not any(name in self.private.get(n, ()) for n in path):
                return
            # Where the variable lives: the innermost prange that has it for itself, or the function.
            first = max([at for at, node in enumerate(path) if name in self.private.get(node, ())], default=0)
            key = (name, path[first])
            old = paths.get(key, path)
            common = [a for a, b in zip(old, path) if a is b]
            paths[key] = common

        def walk(statements, path):
            for node in statements:
                for name in reads(node):
                    note(name.id, path)
                names = targets(node)
                if isinstance(node, (ast.For, ast.While)):
                    inner = [*path, node]
                    for name in names:
                        if name in self.hidden:
                            note(name, inner)
                    walk(node.body, inner)
                    continue
                for name in names:
                    note(name, path)
                for part in ("body", "orelse"):
                    walk(getattr(node, part, []), path)

        walk(self.function.body, [self.function])
        declared = {}
        for (name, _), path in paths.items():
            if name in self.hidden or not self._only_counts(name):
                declared.setdefault(path[-1], []).append(name)
        return declared

    def _only_counts(self, name):
        """Whether a name is that of loops alone, whose C loops declare it."""
        return name not in self.hidden and any(name in targets(node) for node in ast.walk(self.function) if isinstance(node, ast.For))


def _both(a, b):
    """The state where two ways meet; None is one that nobody goes."""
    if a is None or b is None:
        return b if a is None else a
    return a & b
