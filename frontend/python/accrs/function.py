"""Compiled functions as Python sees them: arguments are looked at, the device is chosen, C is called, and what went wrong becomes an exception."""

import contextlib
import ctypes
import functools
import inspect
import sys
import threading
import warnings

import numpy as np

from . import device as devices
from . import library, types
from .errors import CompileError, SlowWarning
from .program import Program
from .source import Source, text_of


class _Compiling:
    """One function at a time is compiled, since they are made of each other. Errors of the user's don't show where in this package they were found."""

    def __init__(self):
        self.lock = threading.RLock()

    def __enter__(self):
        self.lock.acquire()

    def __exit__(self, _, error, __):
        self.lock.release()
        if isinstance(error, CompileError):
            raise error.with_traceback(None) from None


_compiling = _Compiling()


class Function:
    """What `jit` makes of a Python function. `python` is that function itself."""

    def __init__(self, function, device, report, options, text=None):
        functools.update_wrapper(self, function)
        self.python = function
        self._text = text or text_of(function)
        self._device, self._tells, self._options = device, report, tuple(options)
        if device is not None:
            devices.named(device)
        self._signature = inspect.signature(function)
        self._source, self._programs, self._libraries, self._told = None, {}, {}, set()

    def on(self, device):
        """The same function for another device: 'nvidia', 'multicore', 'sim'."""
        made = Function(self.python, device, self._tells, self._options, self._text)
        made._source = self._source
        return made

    def __reduce__(self):
        # By its name, as pickle has functions.
        return self.__qualname__

    # Compiling.

    def _accrs_routine(self):
        """Its source, for functions that call it."""
        with _compiling:
            if self._source is None:
                self._source = Source(self.python, self._text)
            return self._source

    def _program(self, lies=(True, frozenset())):
        """The C of the function, as the module's constants are now. lies: how arrays lie in memory, as `_placed` says it."""
        with _compiling:
            source = self._accrs_routine()
            program = self._programs.get(lies)
            if program is None or not _same(program):
                self._libraries = {key: value for key, value in self._libraries.items() if key[0] != lies}
                program = self._programs[lies] = Program(source, lies[0], shared=lies[1])
            return program

    def _library(self, device, lies=(True, frozenset())):
        with _compiling:
            program = self._program(lies)
            found = self._libraries.get((lies, device))
            if found is None:
                source = self._accrs_routine()
                name = "".join(c for c in source.node.name if c.isascii()) or "function"
                words = (*library.OPTIONS, *self._options)
                loaded, report = library.build(program.text, name, device, words, source.place)
                if library.SIZE_UNKNOWN in report:
                    program = self._programs[lies] = Program(source, lies[0], whole=True, shared=lies[1])
                    loaded, report = library.build(program.text, name, device, words, source.place)
                call = getattr(loaded, program.name)
                call.restype = ctypes.c_int64
                found = self._libraries[lies, device] = (loaded, call, report)
                if self._tells:
                    print(_told(report, program), end="", file=sys.stderr)
            return program, found

    def compile(self, device=None):
        """Compiles for a device now, not at the first call."""
        self._library(devices.named(device or self._device))
        return self

    def c(self):
        """The C that the function becomes."""
        return self._program().text

    def report(self, device=None):
        """What accrs did with each loop, and why, with lines of the Python file (-Minfo)."""
        program, (_, _, report) = self._library(devices.named(device or self._device))
        return _told(report, program)

    # Calling.

    def __call__(self, *arguments, **named):
        bound = self._signature.bind(*arguments, **named)
        bound.apply_defaults()
        program = self._program()
        parameters = self._accrs_routine().parameters
        values = [_argument(name, type, bound.arguments[name], program) for name, type in parameters.items()]
        arrays = {name: value for name, value in zip(parameters, values) if isinstance(value, np.ndarray)}
        device = devices.named(self._device)
        held = _held(self, arrays, program, device)
        passed, lies = _placed(arrays, program, held)
        program, (loaded, call, _) = self._library(device, lies)
        c_arguments = []
        for name, value in zip(parameters, values):
            if name in passed:
                array = passed[name]
                c_arguments += [ctypes.c_int64(length) for length in array.shape]
                if name in lies[1]:
                    c_arguments += [ctypes.c_int64(stride) for stride in array.strides]
                c_arguments += [ctypes.c_void_p(array.ctypes.data)]
            else:
                c_arguments.append(parameters[name].ctype(value))
        result_type = self._accrs_routine().result
        result = None if result_type is None else result_type.ctype()
        if result is not None:
            c_arguments.append(ctypes.byref(result))
        told = (ctypes.c_int64 * 2)()
        try:
            # Without a region there is nothing of the runtime in the library.
            with devices.chosen(loaded, device) if program.regions else contextlib.nullcontext():
                failed = call(*c_arguments, told)
        finally:
            for name, array in passed.items():
                if array is not arrays[name] and program.arrays[name].use in ("writes", "updates"):
                    arrays[name][...] = array
        if failed:
            program.sites[failed - 1].throw()
        if told[1]:
            self._slow(program, told[0])
        if result is None:
            return None
        return result.value if result_type.weak else result_type.dtype.type(result.value)

    def _slow(self, program, line):
        if line not in self._told:
            self._told.add(line)
            file = self._accrs_routine().place.file
            warnings.warn_explicit("this ran in order on the host, since a subscript in it leaves its array, or counts from its end", SlowWarning, file, line)


def _told(report, program):
    return report.rstrip("\n") + "\n" + "".join(f"{note}\n" for note in program.notes)


def _same(program):
    """Whether what a program took from outside of its functions is still the same: a number by its value, all else by identity."""
    for source, used in program.used:
        for path, value in used.items():
            now = source.environment(path[0])[1]
            for name in path[1:]:
                now = getattr(now, name, None)
            if now is not value and not (type(now) is type(value) and isinstance(value, (bool, int, float, np.generic)) and repr(now) == repr(value)):
                return False
    return True


def _argument(name, type, value, program):
    """An argument as its parameter's type; arrays must have it."""
    if isinstance(type, types.Array):
        return _array(name, type, value, program.arrays[name].use)
    kind = type.kind
    if kind == "b":
        fits = isinstance(value, (bool, np.bool_))
    elif kind in "iu":
        fits = isinstance(value, (int, np.integer))
    else:
        fits = isinstance(value, (int, float, np.integer, np.floating))
    if not fits:
        raise TypeError(f"'{name}' is {type}, not {builtin_name(value)}")
    if kind == "b":
        return bool(value)
    if kind == "f":
        return float(value)
    value = int(value)
    least, greatest = type.limits
    if not least <= value <= greatest:
        raise OverflowError(f"'{name}' is {type}, which {value} doesn't fit")
    return value


def builtin_name(value):
    return value.__class__.__name__


def _array(name, type, value, use):
    if value.__class__ not in (np.ndarray, np.memmap):
        raise TypeError(f"'{name}' is a numpy array, {type}, not {builtin_name(value)}")
    if value.dtype != type.element.dtype or not value.dtype.isnative:
        raise TypeError(f"'{name}' is {type}, and its elements are {type.element.dtype}, not {value.dtype}")
    if value.ndim != type.ndim:
        raise ValueError(f"'{name}' is {type}: it has {type.ndim} dimension{'s' * (type.ndim > 1)}, not {value.ndim}")
    if use in ("writes", "updates") and not value.flags.writeable:
        raise ValueError(f"'{name}' is written, and this array is read-only")
    return value


def _held(function, arrays, program, device):
    """The names of the arrays that `data` has on the device. What the function would do with the host's memory of these is refused."""
    if device == "multicore":
        return set()
    found = set()
    for name, array in arrays.items():
        how = devices.held(array, device)
        if how == "part":
            raise RuntimeError(f"accrs.data has a part of '{name}' on the device")
        if how is None:
            continue
        if not array.flags.c_contiguous:
            raise RuntimeError(f"'{name}' isn't in C's order without gaps, so the host would copy it, and accrs.data has it on the device")
        if program.on_host:
            raise RuntimeError(f"{function.__qualname__} has code outside of prange that touches arrays, and accrs.data has '{name}' on the device")
        found.add(name)
    return found


def _placed(arrays, program, held):
    """Each array as C can have it: in C's order without gaps, copied if it isn't so. Then whether those that are written lie apart from all others, and the
    names of those that C has as they are, by their strides, since some of them don't."""
    passed = {name: array if array.flags.c_contiguous and array.flags.aligned else np.array(array, order="C") for name, array in arrays.items()}
    written = {name for name in arrays if program.arrays[name].use in ("writes", "updates")}
    names = list(arrays)
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :] if _share(arrays[one], arrays[other])]
    same = {(one, other) for one, other in pairs if _same_memory(arrays[one], arrays[other]) and passed[one] is arrays[one] and passed[other] is arrays[other]}
    partly = [pair for pair in pairs if set(pair) & written and not (pair in same and arrays[pair[0]].dtype == arrays[pair[1]].dtype)]
    shared = _shared(arrays, program, written, pairs, partly)
    passed.update({name: arrays[name] for name in shared})
    apart = True
    for one, other in pairs:
        if {one, other} <= shared:
            continue
        if {one, other} & written:
            apart = False
        elif not {one, other} & shared and (one, other) not in same and passed[other] is arrays[other] and not {one, other} <= held:
            # On a device there would be two copies of the same memory.
            if {one, other} & held:
                raise RuntimeError(f"'{one}' and '{other}' share memory, and accrs.data has only one of them on the device")
            passed[other] = arrays[other].copy()
    return passed, (apart, frozenset(shared))


def _shared(arrays, program, written, pairs, partly):
    """If arrays share memory with one that is written, in which its elements are others or several times: the names of all that no loop over prange uses.
    That is more than are needed, so that there are few ways in which a function is compiled."""
    repeated = {name for name in written if _repeats(arrays[name])}
    shared = repeated.union(*partly)
    grown = True
    while grown:
        more = {name for pair in pairs if set(pair) & shared for name in pair}
        grown = not more <= shared
        shared |= more
    regional = {name for name in shared if program.arrays[name].regional}
    for name in repeated & regional:
        raise ValueError(f"'{name}' is written, and elements of this view share memory: a loop over prange can't have it")
    for one, other in sorted(pairs, key=lambda pair: pair not in partly):
        if {one, other} & regional:
            raise ValueError(f"'{one}' and '{other}' share part of their memory, and one of them is written: a loop over prange can't have them")
    return {name for name in arrays if not program.arrays[name].regional} if shared else shared


def _same_memory(a, b):
    return a.ctypes.data == b.ctypes.data and a.nbytes == b.nbytes


def _repeats(array):
    """Whether elements of a view share memory. Each axis must step over all that those with smaller steps reach."""
    reached = array.itemsize
    for length, stride in sorted(zip(array.shape, map(abs, array.strides)), key=lambda axis: axis[1]):
        if length > 1 and stride < reached and array.size:
            return True
        reached += stride * (length - 1) if length > 1 else 0
    return False


def _share(a, b):
    if not np.may_share_memory(a, b):
        return False
    try:
        return np.shares_memory(a, b, max_work=100_000)
    except np.exceptions.TooHardError if hasattr(np, "exceptions") else np.TooHardError:
        return True


def jit(function=None, *, device=None, report=False, options=()):
    """Compiles a function when it is called first, by accrs.

    Its parameters are annotated: `int`, `float`, `bool`, `i8` ... `u64`, `f32`, `f64`, and arrays of them, `f64[:, :]`. Loops over `prange` run on the device.

    device: 'nvidia', 'multicore' (or 'host') or 'sim'; else what ACC_DEVICE_TYPE says, else a GPU, else the cores. report: print what became of the loops
    when it is compiled. options: more words for accrs's command line.
    """
    if function is None:
        return functools.partial(jit, device=device, report=report, options=options)
    return Function(function, device, report, options)
