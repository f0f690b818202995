"""What is said of a function that can't be compiled, and of one that fails when it runs: both at the user's lines."""

import builtins


class CompileError(SyntaxError):
    """A function isn't in the subset that is compiled, or accrs refuses it. As of a SyntaxError, traceback shows the line and a caret."""


class CompileWarning(UserWarning):
    """A warning of accrs about directives that were made of a function, with its place in the Python file."""


class SlowWarning(UserWarning):
    """A loop over prange ran in order on the host, since a subscript of it leaves its array or counts from its end."""


class Place:
    """Where code is read from: makes errors with places in it."""

    def __init__(self, file, lines, name):
        self.file, self.lines, self.name = file, lines, name

    def error(self, node, message):
        """A CompileError at a node of the syntax tree."""
        line = getattr(node, "lineno", 1)
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else None
        # Columns of nodes count bytes of UTF-8, those of errors count characters.
        column = len((text or "").encode()[: getattr(node, "col_offset", 0)].decode(errors="replace")) + 1
        return CompileError(message, (self.file, line, column, text))


class Site:
    """A place of compiled code that may fail: the exception and where it is raised."""

    def __init__(self, place, node, exception, message):
        self.place, self.line, self.exception, self.message = place, getattr(node, "lineno", 1), exception, message

    def throw(self):
        """Raises the exception from a frame that stands at the user's line."""
        scope = {"fail": getattr(builtins, self.exception)(f"{self.message} ({self.place.file}:{self.line})")}
        exec(compile("\n" * (self.line - 1) + "raise fail", self.place.file, "exec"), scope)
