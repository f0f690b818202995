"""Compiling C by accrs, and keeping what it makes: one shared library for a text, the options and the compiler, in a folder of the user's own.

The folder is where the runtime keeps compiled kernels (`ACCRS_CACHE_DIR`, `$XDG_CACHE_HOME/accrs`, `~/.cache/accrs`), in `python/`. What is in it runs in
this process, so it counts only if nobody else may write there.
"""

import atexit
import ctypes
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sysconfig
import tempfile
import warnings

from .errors import CompileError, CompileWarning

OPTIONS = ("-std=c11", "-O3", "-march=native", "-ffp-contract=off")
TARGETS = {"nvidia": "nvidia,multicore", "multicore": "multicore", "sim": "multicore,sim"}
# What accrs reads that changes what it makes.
_READ = ("ACCRS_CC", "ACCRS_CXX", "ACCRS_HOME", "ACCRS_LIBISL")
_FORMAT = 1
# accrs's warning that it can't find out how much of an array moves.
SIZE_UNKNOWN = "warning[ACC0202]"


def compiler():
    """accrs: what ACCRS_COMPILER names, else the one that was installed with this package, else the first in PATH."""
    named = os.environ.get("ACCRS_COMPILER")
    here = pathlib.Path(__file__).resolve()
    places = [named] if named else [pathlib.Path(sysconfig.get_path("scripts")) / "accrs"]
    # PREFIX/lib/accrs/python/accrs/library.py
    if not named and len(here.parents) > 4 and here.parent.parent.parent.name == "accrs":
        places.append(here.parents[4] / "bin/accrs")
    for place in places:
        if os.access(place, os.X_OK) and os.path.isfile(place):
            return pathlib.Path(place).resolve()
    found = None if named else shutil.which("accrs")
    if found is None:
        raise RuntimeError(f"accrs isn't there{f' ({named}, which ACCRS_COMPILER names)' if named else ': put it into PATH, or name it by ACCRS_COMPILER'}")
    return pathlib.Path(found).resolve()


def runtime():
    """libaccrt.so, which all compiled functions share."""
    prefix = compiler().parent
    for place in (prefix.parent / "lib/accrs/libaccrt.so", prefix / "lib/libaccrt.so", prefix / "libaccrt.so"):
        if place.exists():
            return ctypes.CDLL(str(place))
    raise RuntimeError(f"libaccrt.so isn't beside {compiler()}")


def _own(path, kind):
    """Whether a file or folder is the user's, of that kind and no link, and nobody else may write to it."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return kind(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022


_temporary = []


def folder():
    """Where libraries are kept; one for this process alone if that isn't the user's own."""
    named = os.environ.get("ACCRS_CACHE_DIR")
    base = pathlib.Path(named or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "accrs"))
    place = base / "python"
    try:
        base.parent.mkdir(parents=True, exist_ok=True)
        for path in (base, place):
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        pass
    if _own(base, stat.S_ISDIR) and _own(place, stat.S_ISDIR) and os.access(place, os.W_OK):
        return place
    if not _temporary:
        if named:
            warnings.warn(f"{base} isn't used: it must be a folder of yours, in which nobody else may write", stacklevel=2)
        _temporary.append(pathlib.Path(tempfile.mkdtemp(prefix="accrs-")))
        atexit.register(shutil.rmtree, _temporary[0], ignore_errors=True)
    return _temporary[0]


def _processor():
    """What -march=native depends on."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return "\n".join(dict.fromkeys(line for line in lines if line.startswith(("flags", "model", "vendor_id", "Features", "CPU"))))


def build(text, name, device, options, place):
    """The shared library of a C text, loaded, and what accrs reported of it. `name` is for people; `place` makes errors."""
    program = compiler()
    about = program.stat()
    words = [*options, f"--acc-target={TARGETS[device]}", "-shared", "-fPIC", "-Minfo=accel"]
    read = [os.environ.get(variable, "") for variable in _READ]
    key = json.dumps([_FORMAT, text, str(program), about.st_size, about.st_mtime_ns, words, read, _processor()])
    digest = hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()
    kept = folder()
    library, record = kept / f"{name}-{digest}.so", kept / f"{name}-{digest}.json"
    report = _kept(library, record)
    if report is None:
        report = _compiled(program, words, text, library, record, place)
    _warned(report, place)
    return ctypes.CDLL(str(library)), report


def _warned(report, place):
    """Warns of what accrs warned of, at the user's lines. Iterations of prange that are known to meet (with an example) are an error."""
    for found in re.findall(r"^warning\[.*?(?=\n\n|\Z)", report, re.M | re.S):
        if found.startswith("warning[ACC0200]"):
            raise _refused(found, place, "the iterations of this loop over prange aren't independent: use range")
        if found.startswith(SIZE_UNKNOWN):
            continue
        line = re.search(re.escape(place.file) + r":(\d+)", found)
        warnings.warn_explicit(found, CompileWarning, place.file, int(line[1]) if line else 1)


def _kept(library, record):
    """The report of a library that is there already, whole and the user's own; else None."""
    if not (_own(library, stat.S_ISREG) and _own(record, stat.S_ISREG)):
        return None
    try:
        known = json.loads(record.read_text(encoding="utf-8"))
        whole = hashlib.sha256(library.read_bytes()).hexdigest() == known["sha256"]
        return known["report"] if whole and isinstance(known["report"], str) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _compiled(program, words, text, library, record, place):
    with tempfile.TemporaryDirectory(dir=library.parent, prefix="new-") as new:
        source, made, about = (pathlib.Path(new) / f"function{ending}" for ending in (".c", ".so", ".json"))
        source.write_text(text, encoding="utf-8", errors="surrogateescape")
        # In that folder, so that its name isn't in what is made.
        ended = subprocess.run([program, *words, "-o", made.name, source.name], cwd=new, capture_output=True, text=True, errors="replace", check=False)
        if ended.returncode != 0:
            raise _refused(ended.stderr.strip(), place, "accrs can't compile what became of this")
        about.write_text(json.dumps({"report": ended.stderr, "sha256": hashlib.sha256(made.read_bytes()).hexdigest()}), encoding="utf-8")
        made.chmod(0o700)
        about.chmod(0o600)
        # The record goes first: a library counts only with one that fits.
        about.rename(record)
        made.rename(library)
        return ended.stderr


def _refused(words, place, why):
    """An error with accrs's own words, at the first line of the Python file that they name."""
    found = re.search(re.escape(place.file) + r":(\d+)", words)
    line = int(found[1]) if found else 1
    text = place.lines[line - 1] if line <= len(place.lines) else None
    return CompileError(f"{why}\n{words}", (place.file, line, 1, text))
