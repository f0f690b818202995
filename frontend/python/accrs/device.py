"""Devices, by the runtime's API: which one a call uses, and arrays that stay on one for a while."""

import contextlib
import ctypes
import os

import numpy as np

from . import library

NUMBERS = {"multicore": 2, "nvidia": 5, "sim": 16}
_NAMES = {"host": "multicore", "multicore": "multicore", "nvidia": "nvidia", "sim": "sim"}
# What is on a device by `data`: addresses with lengths in bytes, and the device.
_held = []
_default = []
# Whether the runtime, or a thread pool of OpenMP, has begun in this process, and whether this process is a copy of such a one, without its threads.
_state = {"begun": False, "forked": False}
os.register_at_fork(after_in_child=lambda: _state.update(forked=_state["begun"]))


def named(device):
    """A device's name as it is called here. None: what ACC_DEVICE_TYPE says, else a GPU, else the cores."""
    wanted = device or os.environ.get("ACC_DEVICE_TYPE", "").lower()
    if wanted:
        if wanted not in _NAMES:
            raise ValueError(f"no device is called '{wanted}': 'nvidia', 'multicore' (or 'host'), 'sim'")
        return _NAMES[wanted]
    if not _default:
        begin()
        _default.append("nvidia" if library.runtime().acc_get_num_devices(NUMBERS["nvidia"]) > 0 else "multicore")
    return _default[0]


def begin():
    """To be called before anything of the runtime is. In a copy of a process that used it, its threads aren't there, and it would wait for them for ever."""
    if _state["forked"]:
        raise RuntimeError("this process was forked from one that had called compiled functions: start processes by 'spawn', as multiprocessing.get_context('spawn')")
    _state["begun"] = True


@contextlib.contextmanager
def chosen(loaded, device):
    """The device of the calling thread, for a while."""
    begin()
    number = NUMBERS[device]
    if device != "multicore" and loaded.acc_get_num_devices(number) < 1:
        raise RuntimeError(f"there is no device '{device}' here")
    before = loaded.acc_get_device_type()
    loaded.acc_set_device_type(number)
    try:
        yield
    finally:
        loaded.acc_set_device_type(before)


def held(array, device):
    """How much of an array `data` has on a device: nothing (None), a part, or all of it."""
    begin = end = array.ctypes.data
    for length, stride in zip(array.shape, array.strides):
        begin, end = begin + min(0, stride * (length - 1)), end + max(0, stride * (length - 1))
    end += array.itemsize
    found = [(address, address + length) for address, length, on in _held if device == on and array.size and begin < address + length and address < end]
    return None if not found else "all" if any(low <= begin and end <= high for low, high in found) else "part"


class data:
    """Arrays stay on a device while a `with` block runs, so that compiled functions called in it move nothing:

        with accrs.data(copy=[u], create=[next]):
            for _ in range(1000):
                step(u, next)

    copyin: moved there at the beginning. copyout: moved back at the end. copy: both. create: neither. `update_self(a)` brings an array's values to the host
    in between, `update_device(a)` takes them there. The cores share the host's memory: there nothing moves.
    """

    def __init__(self, *, copy=(), copyin=(), copyout=(), create=(), device=None):
        self.arrays = [(array, back, there) for arrays, there, back in ((copy, 1, 1), (copyin, 1, 0), (copyout, 0, 1), (create, 0, 0)) for array in arrays]
        for array, back, _ in self.arrays:
            if type(array) not in (np.ndarray, np.memmap) or not array.flags.c_contiguous or not array.flags.aligned or not array.size:
                raise ValueError("data is for numpy arrays with elements, in C's order and without gaps")
            if back and not array.flags.writeable:
                raise ValueError("an array that is brought back must be writable")
        self.wanted = device

    def __enter__(self):
        self.device, self.runtime = named(self.wanted), library.runtime()
        with chosen(self.runtime, self.device):
            for array, _, there in self.arrays:
                self._call("acc_copyin" if there else "acc_create", array)
                _held.append((array.ctypes.data, array.nbytes, self.device))
        return self

    def __exit__(self, *_):
        with chosen(self.runtime, self.device):
            for array, back, _ in reversed(self.arrays):
                _held.remove((array.ctypes.data, array.nbytes, self.device))
                self._call("acc_copyout" if back else "acc_delete", array)

    def update_self(self, *arrays):
        self._update("acc_update_self", arrays)

    def update_device(self, *arrays):
        self._update("acc_update_device", arrays)

    def _update(self, function, arrays):
        for array in arrays:
            if not any(array is one for one, _, _ in self.arrays):
                raise ValueError("only arrays that this block has on the device can be updated")
        with chosen(self.runtime, self.device):
            for array in arrays:
                self._call(function, array)

    def _call(self, function, array):
        getattr(self.runtime, function)(ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes))
