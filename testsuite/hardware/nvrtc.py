"""CUDA sources to images, by NVRTC through ctypes: where there is no nvcc, and to see whether an NVRTC's PTX and machine code load."""
import ctypes, glob, os


class Refused(Exception):
    pass


def opened(library):
    """NVRTC, behind the library that it opens itself by its bare name, which then is there wherever it lies."""
    for builtins in glob.glob(os.path.join(os.path.dirname(library), "libnvrtc-builtins.so*")):
        ctypes.CDLL(builtins)
    return ctypes.CDLL(library)


def version(library):
    """(13, 0) of the NVRTC at this path."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    if opened(library).nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)):
        raise Refused(f"{library} doesn't tell its version")
    return major.value, minor.value


def image(library, text, architecture, what, options=()):
    """What `text` becomes for `architecture` (sm_90, compute_90): `what` is CUBIN or PTX. Raises Refused with NVRTC's log."""
    nvrtc = opened(library)
    program = ctypes.c_void_p()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernels.cu", 0, None, None):
        raise Refused("nvrtcCreateProgram")
    words = [f"--gpu-architecture={architecture}", "--std=c++17", *options]
    passed = (ctypes.c_char_p * len(words))(*[w.encode() for w in words])
    try:
        if nvrtc.nvrtcCompileProgram(program, len(words), passed):
            raise Refused(read(nvrtc, program, "ProgramLog").rstrip(b"\0").decode(errors="replace"))
        return read(nvrtc, program, what)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def read(nvrtc, program, what):
    size = ctypes.c_size_t()
    if getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size)) or not size.value:
        raise Refused(f"nvrtcGet{what}Size")
    room = ctypes.create_string_buffer(size.value)
    if getattr(nvrtc, f"nvrtcGet{what}")(program, room):
        raise Refused(f"nvrtcGet{what}")
    return room.raw
