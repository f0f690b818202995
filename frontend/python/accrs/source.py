"""A Python function as it stands in its file: its syntax tree with lines and columns of the file, the types of its annotations, its loops."""

import ast
import builtins
import inspect

from . import types
from .errors import CompileError, Place
from .flow import Flow, assigned


def prange(*bounds):
    """As `range`. In a compiled function it says that the iterations of the loop are independent of each other, so that they may run at once."""
    return range(*bounds)


def text_of(function):
    """The lines of a function, the number of the first, and the file. To be asked for when the function is made: the file may change afterwards."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError) as why:
        raise CompileError(f"the source of {function.__qualname__} isn't there, and it is what is compiled: {why}") from None
    return lines, first, inspect.getsourcefile(function) or function.__code__.co_filename


class Source:
    """node: the syntax tree. place: makes errors. parameters: types by name. result: the type that is returned, or None. flow: who assigns what."""

    def __init__(self, function, text=None):
        self.function = function
        lines, first, file = text or text_of(function)
        self.place = Place(file, [""] * (first - 1) + [line.rstrip("\n") for line in lines], function.__qualname__)
        text = "".join(lines)
        # An indented function becomes the body of something, so that columns stay.
        shift = text[:1].isspace()
        module = ast.parse(f"if 1:\n{text}" if shift else text)
        ast.increment_lineno(module, first - 1 - shift)
        self.node = module.body[0].body[0] if shift else module.body[0]
        if not isinstance(self.node, ast.FunctionDef):
            raise self.place.error(self.node, "what is compiled is a function, made by 'def'")
        self.parameters = self._parameters()
        returns = function.__annotations__.get("return")
        self.result = None
        if self.node.returns is not None and self._evaluated(returns) is not None:
            self.result = types.scalar_of(self._evaluated(returns))
            if self.result is None:
                raise self.place.error(self.node.returns, "what is returned is a number: float, int, bool, f64, ...; or None")
        self.locals = set(self.parameters) | assigned(self.node.body)
        self._only_one_function()
        self.flow = Flow(self.node, self.parameters, self._parallel(), self.place)

    def environment(self, name):
        """What a name that isn't the function's own stands for: whether there is something, and what."""
        closure = self.function.__closure__ or ()
        for free, cell in zip(self.function.__code__.co_freevars, closure):
            if free == name:
                try:
                    return True, cell.cell_contents
                except ValueError:
                    return False, None
        for scope in (self.function.__globals__, vars(builtins)):
            if name in scope:
                return True, scope[name]
        return False, None

    def evaluate(self, node):
        """The value of an annotation; None if it can't be had."""
        code = compile(ast.Expression(node), self.place.file, "eval")
        names = {name: self.environment(name)[1] for name in self.function.__code__.co_freevars}
        try:
            return eval(code, self.function.__globals__, names)
        except Exception:
            return None

    def _evaluated(self, annotation):
        if not isinstance(annotation, str):
            return annotation
        try:
            return self.evaluate(ast.parse(annotation, mode="eval").body)
        except SyntaxError:
            return annotation

    def _parameters(self):
        listed = self.node.args
        if listed.vararg or listed.kwarg:
            raise self.place.error(self.node, "a compiled function has a fixed number of parameters: no *, no **")
        found = {}
        for argument in [*listed.posonlyargs, *listed.args, *listed.kwonlyargs]:
            if argument.annotation is None and argument.arg == "self":
                raise self.place.error(argument, "methods aren't in the subset: compile a function that takes the attributes it uses, arrays and numbers, and call it from the method")
            if argument.annotation is None:
                raise self.place.error(argument, f"'{argument.arg}' has no type: annotate it, as in 'n: int' or 'a: f64[:, :]'")
            value = self._evaluated(self.function.__annotations__.get(argument.arg))
            type = value if isinstance(value, types.Array) else types.scalar_of(value)
            if type is None:
                raise self.place.error(argument.annotation, f"'{ast.unparse(argument.annotation)}' isn't a type that can be compiled: int, float, bool, i8 ... u64, f32, f64, or an array as f64[:, :]")
            found[argument.arg] = type
        return found

    def _only_one_function(self):
        for node in ast.walk(self.node):
            if node is not self.node and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.comprehension)):
                what = {ast.Lambda: "lambda", ast.Global: "global", ast.Nonlocal: "nonlocal", ast.NamedExpr: "':='", ast.comprehension: "a comprehension"}.get(type(node), "a definition")
                raise self.place.error(node if hasattr(node, "lineno") else node.target, f"{what} inside of a compiled function isn't in the subset")

    def _parallel(self):
        """The loops over prange; each other one must be over range."""
        found = set()
        for node in ast.walk(self.node):
            if not isinstance(node, ast.For):
                continue
            over = self._called(node.iter.func) if isinstance(node.iter, ast.Call) else None
            if over is prange:
                found.add(node)
            elif over is not range:
                raise self.place.error(node.iter, "loops are over range(...) or prange(...)")
        return found

    def _called(self, node):
        if isinstance(node, ast.Name) and node.id not in self.locals:
            return self.environment(node.id)[1]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in self.locals:
            return getattr(self.environment(node.value.id)[1], node.attr, None)
        return None
