"""The C file of a function: the prelude, the functions that it calls, the function itself, each line with its place in the Python file."""

from . import types
from .translate import PRELUDE, Translator


class Program:
    """text: C. name: of the C function. sites: places that may fail, by the numbers from 1 on that it returns. used: what it took from outside of the
    Python functions, with the value at that time. notes: lines for the report. arrays: the parameters that are arrays, by name. on_host: whether code outside of regions touches arrays."""

    def __init__(self, source, apart, whole=False, shared=frozenset()):
        """apart: arrays that are written don't overlap with others, so C may count on that (restrict). whole: all arrays move as a whole.
        shared: names of arrays that share memory with others, which C has by their strides."""
        made = Translator(source, whole=whole, shared=shared).translate()
        self.sites, self.arrays, self.on_host, self.regions = made.sites, made.arrays, made.on_host, made.regions
        self.notes, self.used = list(made.notes), []
        lines = [(line, None) for line in PRELUDE.splitlines()]
        self._routines(made, lines, set())
        # The user's own name, if C has none such.
        self.name = made.fresh(source.node.name)
        lines.append((f"int64_t {self.name}({', '.join(self._parameters(made, apart))})", source.node.lineno))
        lines.append(("{", source.node.lineno))
        lines += made.out
        lines.append(("}", source.node.lineno))
        self.used.append((source, made.used))
        self.text = _with_places(lines, source.place.file)

    def _routines(self, made, lines, done):
        for source, routine in made.routines.items():
            self._routines(routine, lines, done)
            if routine.c_name in done:
                continue
            done.add(routine.c_name)
            parameters = [f"{type.c} {routine.name(name)}" for name, type in source.parameters.items()]
            parameters += ["int64_t *accrs_bad"] if routine.sites else []
            lines.append(("#pragma acc routine seq", None))
            lines.append((f"static inline {source.result.c} {routine.c_name}({', '.join(parameters) or 'void'})", source.node.lineno))
            lines.append(("{", source.node.lineno))
            lines += routine.out
            lines.append(("}", source.node.lineno))
            self.used.append((source, routine.used))

    def _parameters(self, made, apart):
        restrict = "restrict " if apart else ""
        listed = []
        for name, type in made.source.parameters.items():
            if isinstance(type, types.Scalar):
                listed.append(f"{type.c} {made.name(name)}")
                continue
            array = made.arrays[name]
            listed += [f"int64_t {length}" for length in array.shape]
            if array.strides is not None:
                listed += [*(f"int64_t {stride}" for stride in array.strides), f"char *{array.c}"]
                continue
            element = type.element.c if array.use in ("writes", "updates") else f"const {type.element.c}"
            rest = "".join(f"[{length}]" for length in array.shape[1:])
            listed.append(f"{element} (*{restrict}{array.c}){rest}" if rest else f"{element} *{restrict}{array.c}")
        if made.result is not None:
            listed.append(f"{made.result.c} *accrs_result")
        return [*listed, "int64_t *accrs_told"]


def _with_places(lines, file):
    """The lines as text, with #line where a line isn't the one that follows."""
    quoted = file.replace("\\", "\\\\").replace('"', '\\"')
    text, now = [], None
    for line, place in lines:
        if place is not None and place != now:
            text.append(f'#line {place} "{quoted}"')
        text.append(line)
        now = None if place is None else place + 1
    return "\n".join(text) + "\n"
