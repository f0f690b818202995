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


def named(device):
    """A device's name as it is called here. None: what ACC_DEVICE_TYPE says, else a GPU, else the cores."""
    wanted = device or os.environ.get("ACC_DEVICE_TYPE", "").lower()
    if wanted:
        if wanted not in _NAMES:
            raise ValueError(f"no device is called '{wanted}': 'nvidia', 'multicore' (or 'host'), 'sim'")
        return _NAMES[wanted]
    return "nvidia" if library.runtime().acc_get_num_devices(NUMBERS["nvidia"]) > 0 else "multicore"


@contextlib.contextmanager
def chosen(loaded, device):
    """The device of the calling thread, for a while."""
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
    """Whether `data` has (part of) an array on a device."""
    begin = array.ctypes.data
    return any(device == on and begin < address + length and address < begin + array.nbytes for address, length, on in _held)


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
