"""A Python wheel of what is built: FOLDER/accrs-VERSION-py3-none-PLATFORM.whl. Programs go to the environment's bin/, the Python package
`accrs` to its modules, all else to the places under the environment's folder where `make install` puts it under PREFIX.

libclang comes from PyPI's package of that name, and NVRTC and nvdisasm from nvidia-cuda-nvrtc and nvidia-cuda-nvdisasm (the extra `gpu`): accrs looks for them in the environment that it is in. Python's `import accrs` wants numpy (the extra `numpy`).
PLATFORM is computed: the newest version of the C library that any of the files asks a symbol of.

usage: wheel.py FOLDER
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ("accrs", "accinfo", "accrs-prof")
# What these link with must be on every machine: the C library, the compiler's, and libgomp, which a compiler brings that accrs can work with.
EVERYWHERE = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux-[\w-]+|libgcc_s|libgomp)\.so\.\d+$")


def run(*words, **more):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **more).stdout


def version():
    return re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def moment():
    """The time that the files get: SOURCE_DATE_EPOCH, else that of the last commit."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        return int(run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    except (OSError, subprocess.CalledProcessError):
        return int(time.time())


def binaries(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.open("rb").read(4) == b"\x7fELF"]


def tag(files):
    """`manylinux_2_34_x86_64`, by PEP 600."""
    newest = (2, 17)
    for path in files:
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", path))
        strange = [name for name in needed if not EVERYWHERE.match(name)]
        if strange:
            sys.exit(f"wheel: {path.name} needs {', '.join(strange)}, which not every machine has")
        for found in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", run("readelf", "-VW", path)):
            newest = max(newest, tuple(map(int, found)))
    return f"manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def description():
    """README.md without links to files, which aren't there where PyPI shows it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)


def metadata():
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", "accrs"),
        ("Version", version()),
        ("Summary", "OpenACC for C and C++: a compiler driver that stands wherever cc stands"),
        ("Keywords", "OpenACC,compiler,CUDA,GPU,OpenMP,HPC"),
        ("License-Expression", "MIT OR Apache-2.0"),
        ("License-File", "LICENSE-MIT"),
        ("License-File", "LICENSE-APACHE"),
        ("License-File", "THIRD-PARTY.txt"),
        ("Classifier", "Environment :: Console"),
        ("Classifier", "Intended Audience :: Developers"),
        ("Classifier", "Intended Audience :: Science/Research"),
        ("Classifier", "Operating System :: POSIX :: Linux"),
        ("Classifier", "Programming Language :: C"),
        ("Classifier", "Programming Language :: Rust"),
        ("Classifier", "Topic :: Software Development :: Compilers"),
        ("Classifier", "Programming Language :: Python :: 3"),
        ("Requires-Python", ">=3.9"),
        ("Requires-Dist", "libclang<19,>=18.1"),
        ("Provides-Extra", "numpy"),
        ("Requires-Dist", 'numpy>=1.25; extra == "numpy"'),
        ("Provides-Extra", "gpu"),
        ("Requires-Dist", 'nvidia-cuda-nvrtc<13.3,>=13.2; extra == "gpu"'),
        ("Requires-Dist", 'nvidia-cuda-nvdisasm<13.3,>=13.2; extra == "gpu"'),
        ("Description-Content-Type", "text/markdown; charset=UTF-8; variant=GFM"),
    ]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + description()


def members(prefix, info, data, platform_tag):
    """Names in the archive, each with its bytes and whether it is a program."""
    for path in sorted(prefix.rglob("*")):
        if not path.is_file():
            continue
        place = path.relative_to(prefix)
        if place.parts[:3] == ("lib", "accrs", "python"):
            yield "/".join(place.parts[3:]), path.read_bytes(), False
        elif place.parts[0] == "bin":
            yield f"{data}/scripts/{place.name}", path.read_bytes(), True
        else:
            yield f"{data}/data/{place.as_posix()}", path.read_bytes(), ".so" in path.name
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        yield f"{info}/licenses/{name}", (ROOT / name).read_bytes(), False
    notices = run(sys.executable, ROOT / "scripts/packaging/notices.py")
    yield f"{info}/licenses/THIRD-PARTY.txt", notices.encode(), False
    yield f"{info}/METADATA", metadata().encode(), False
    wheel = f"Wheel-Version: 1.0\nGenerator: accrs ({version()})\nRoot-Is-Purelib: false\nTag: py3-none-{platform_tag}\n"
    yield f"{info}/WHEEL", wheel.encode(), False


def write(out, content, record):
    lines = []
    date = time.gmtime(max(moment(), 315532800))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name, data, program):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            archive.writestr(entry, data)

        for name, data, program in content:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}\n")
            add(name, data, program)
        add(record, ("".join(lines) + f"{record},,\n").encode(), False)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"accrs-{version()}"
    with tempfile.TemporaryDirectory() as temporary:
        stage, prefix = pathlib.Path(temporary), pathlib.Path(temporary) / "prefix"
        run("make", "-s", "install-files", f"DESTDIR={stage}", "PREFIX=/prefix", "BUNDLE=no", cwd=ROOT)
        shutil.rmtree(prefix / "share/modulefiles")
        # The environment may be anywhere.
        pc = prefix / "lib/pkgconfig/accrs.pc"
        pc.write_text(pc.read_text().replace("prefix=/prefix\n", "prefix=${pcfiledir}/../..\n"))
        for path in binaries(prefix):
            run("strip", "--strip-unneeded", path)
        platform_tag = tag(binaries(prefix))
        out = folder / f"{name}-py3-none-{platform_tag}.whl"
        write(out, members(prefix, f"{name}.dist-info", f"{name}.data", platform_tag), f"{name}.dist-info/RECORD")
    # What PyPI takes.
    if out.stat().st_size > 100_000_000:
        sys.exit(f"wheel: {out} has more than 100 MB")
    print(out)


if __name__ == "__main__":
    main()
