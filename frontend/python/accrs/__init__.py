"""accrs for Python: loops over numpy arrays, compiled for the cores and for GPUs.

    from accrs import jit, prange, f64

    @jit
    def scale(a: f64[:, :], by: float):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] *= by
"""

try:
    import numpy as _numpy  # noqa: F401
except ImportError:
    raise ImportError("accrs compiles loops over numpy's arrays, and numpy isn't here: pip install numpy") from None

from .device import data
from .errors import CompileError, CompileWarning, SlowWarning
from .function import jit
from .source import prange
from .types import bool_, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64

__all__ = [
    "CompileError", "CompileWarning", "SlowWarning", "bool_", "data", "f32", "f64", "i8", "i16", "i32", "i64", "jit", "prange", "u8", "u16", "u32", "u64",
]  # fmt: skip
