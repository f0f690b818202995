# accrs -shared -fPIC -o libscale.so scale.c && python3 use.py
import ctypes

library = ctypes.CDLL("./libscale.so")
library.scale.restype = ctypes.c_double
library.scale.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.POINTER(ctypes.c_double)]
x = (ctypes.c_double * 1000)(*range(1, 1001))
print(f"{library.scale(1000, 2.0, x):.0f} {x[999]:.0f}")
