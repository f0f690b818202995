"""Types of what is compiled: Python's own numbers, numpy's scalars and arrays of these, and what results when they meet.

Python's `int`, `float` and `bool` are *weak*: beside a numpy scalar they take its type, as NEP 50 (NumPy 2) says. `f32`, `i64`, ... are numpy's types;
`f64[:, :]` is a two-dimensional array of them. Called, they convert, inside of compiled functions and outside: `f32(0.1)` is `numpy.float32(0.1)`.
"""

import ctypes

import numpy as np


class Scalar:
    """A type of numbers.

    name: how messages call it. c: its C type. dtype: numpy's, None for Python's own. kind: b, i, u or f, as numpy has it. size: in bytes.
    """

    def __init__(self, name, c, kind, size, dtype=None):
        self.name, self.c, self.kind, self.size = name, c, kind, size
        self.dtype = None if dtype is None else np.dtype(dtype)
        self.weak = dtype is None

    def __repr__(self):
        return self.name

    def __call__(self, value):
        return self.dtype.type(value)

    def __getitem__(self, axes):
        axes = axes if isinstance(axes, tuple) else (axes,)
        if not all(axis == slice(None) for axis in axes):
            raise TypeError(f"an array type has a ':' for each dimension: {self.name}[{', '.join(':' for _ in axes)}]")
        return Array(self, len(axes))

    @property
    def integer(self):
        return self.kind in "iu"

    @property
    def limits(self):
        """The least and the greatest value of a type of integers."""
        bits = 8 * self.size
        return (0, 2**bits - 1) if self.kind == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)

    @property
    def unsigned(self):
        """The C type in which arithmetic of this type wraps around: no narrower than an int, to which C widens operands."""
        return f"uint{8 * max(self.size, 4)}_t"

    @property
    def ctype(self):
        return _CTYPES[self.c]


class Array:
    """An array in C's order with `ndim` dimensions of unknown lengths."""

    def __init__(self, element, ndim):
        self.element, self.ndim = element, ndim

    def __repr__(self):
        return f"{self.element.name}[{', '.join(':' * self.ndim)}]"


_CTYPES = {
    "_Bool": ctypes.c_bool, "int8_t": ctypes.c_int8, "int16_t": ctypes.c_int16, "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64,
    "uint8_t": ctypes.c_uint8, "uint16_t": ctypes.c_uint16, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
    "float": ctypes.c_float, "double": ctypes.c_double,
}  # fmt: skip

BOOL = Scalar("bool", "_Bool", "b", 1)
INT = Scalar("int", "int64_t", "i", 8)
FLOAT = Scalar("float", "double", "f", 8)

bool_ = Scalar("bool_", "_Bool", "b", 1, np.bool_)
i8 = Scalar("i8", "int8_t", "i", 1, np.int8)
i16 = Scalar("i16", "int16_t", "i", 2, np.int16)
i32 = Scalar("i32", "int32_t", "i", 4, np.int32)
i64 = Scalar("i64", "int64_t", "i", 8, np.int64)
u8 = Scalar("u8", "uint8_t", "u", 1, np.uint8)
u16 = Scalar("u16", "uint16_t", "u", 2, np.uint16)
u32 = Scalar("u32", "uint32_t", "u", 4, np.uint32)
u64 = Scalar("u64", "uint64_t", "u", 8, np.uint64)
f32 = Scalar("f32", "float", "f", 4, np.float32)
f64 = Scalar("f64", "double", "f", 8, np.float64)

STRONG = (bool_, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64)
BY_DTYPE = {scalar.dtype: scalar for scalar in STRONG}
PYTHON = {bool: BOOL, int: INT, float: FLOAT}


def scalar_of(value):
    """The type that a Python object names, as an annotation or a conversion: `float`, `np.float32`, `f32`; None if it names none."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, type):
        if value in PYTHON:
            return PYTHON[value]
        if issubclass(value, np.generic):
            try:
                return BY_DTYPE.get(np.dtype(value))
            except TypeError:
                return None
    return None


def promote(a, b):
    """The type in which two numbers meet: numpy's result_type by NEP 50. None where there is none here (float16)."""
    if a.weak and b.weak:
        return max((a, b), key=lambda t: "bif".index(t.kind))
    if a.weak or b.weak:
        weak, strong = (a, b) if a.weak else (b, a)
        if weak.kind == "f" and strong.kind != "f":
            return f64
        if weak.kind == "i" and strong.kind == "b":
            return i64
        return strong
    return BY_DTYPE.get(np.result_type(a.dtype, b.dtype))


def join(a, b):
    """The type of a variable that has values of both types: Python's number becomes numpy's of the same C type. Else None: it would change its type."""
    if a is b:
        return a
    if a.c == b.c and a.weak != b.weak:
        return b if a.weak else a
    return None
