#!/bin/sh
# Gets what a new machine lacks, quietly when there is nothing to get. Debian packages need root;
# without it the message lists them. libclang and NVRTC come as PyPI wheels, the libraries of the report's page from npm, into .accrs/.
# With --tests also what the tests of the build systems want; what can't be had there is left out.
# Without a required package it ends with apt's own words and exit 1; without an optional one it says so and goes on.
# ACCRS_SETUP_APT_TRIES (3) and ACCRS_SETUP_APT_WAIT (10 seconds) say how often and at what distance apt is asked, and
# ACCRS_SETUP_APT_LOCK (120 seconds) how long each time it waits for another apt.
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
# gcc's own packages bring it, as long as it is Debian's gcc.
isl=${ACCRS_LIBISL:-}
for file in /usr/lib/*/libisl.so.* /usr/lib/libisl.so.* /usr/lib64/libisl.so.* /usr/local/lib/libisl.so.*; do [ -e "$file" ] && isl=$file; done
[ -n "$isl" ] || packages="$packages libisl23"
python3 -m pip --version >/dev/null 2>&1 || packages="$packages python3-pip"
# gcc's own OpenACC, to compare with; not needed to build or to run.
optional=""
if have dpkg && ! dpkg -s gcc-offload-nvptx >/dev/null 2>&1; then optional="gcc-offload-nvptx"; fi
have curl || optional="$optional curl"
if [ "${1:-}" = --tests ] && have dpkg; then
    for package in cmake meson ninja-build autoconf automake pkg-config mpich openmpi-bin libopenmpi-dev gfortran gdb ccache chromium debootstrap lintian dpkg-dev python3-venv; do
        dpkg -s $package >/dev/null 2>&1 || optional="$optional $package"
    done
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

# Installs packages by apt, as patiently as another apt needs; its words are in $log.
install() {
    tries=${ACCRS_SETUP_APT_TRIES:-3}
    while :; do
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get -o "DPkg::Lock::Timeout=${ACCRS_SETUP_APT_LOCK:-120}" install -y -qq "$@" >"$log" 2>&1 && return 0
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep "${ACCRS_SETUP_APT_WAIT:-10}"
    done
}

apt_words() {
    echo "setup: apt-get says:" >&2
    sed 's/^/    /' "$log" >&2
}

if [ -n "$packages$optional" ]; then
    if have apt-get && [ "$(id -u)" = 0 ]; then
        # Without new lists the old ones may do.
        apt-get -o "DPkg::Lock::Timeout=${ACCRS_SETUP_APT_LOCK:-120}" update -qq >"$log" 2>&1 ||
            { echo "setup: apt's lists could not be brought up to date" >&2; apt_words; }
        # shellcheck disable=SC2086
        if [ -n "$packages" ] && ! install $packages; then
            apt_words
            missing="$missing$packages"
        fi
        # shellcheck disable=SC2086
        if [ -n "$optional" ] && ! install $optional; then
            # Perhaps only one of them can't be had.
            left=""
            for package in $optional; do
                ACCRS_SETUP_APT_TRIES=1 install "$package" || left="$left $package"
            done
            [ -z "$left" ] || echo "setup: not to be had now, and left out:$left (the tests that want them are too); $(tail -n 1 "$log")" >&2
        fi
    else
        missing="$missing$packages"
        [ -z "$optional" ] || echo "setup: not here, and left out:$optional (the tests that want them are too)" >&2
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
# cuBLAS's headers, and the library to link with, into .accrs/cuda; the wheels' other 400 MB do not stay.
headers() {
    [ -e .accrs/cuda/nvidia/cu13/include/cublas_v2.h ] && return 0
    echo "setup: getting cuBLAS's headers for a test (a wheel of 400 MB, once)" >&2
    rm -rf .accrs/wheels && mkdir -p .accrs/wheels
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest .accrs/wheels "nvidia-cuda-runtime>=13.0,<13.1" \
        "nvidia-cuda-crt>=13.0,<13.1" "nvidia-cuda-cccl>=13.0,<13.1" "nvidia-cublas>=13,<14" >/dev/null 2>&1 && python3 - <<'EXTRACT'
import glob, zipfile
for name in sorted(glob.glob(".accrs/wheels/*.whl")):
    wheel = zipfile.ZipFile(name)
    core = "cccl" not in name
    wanted = [n for n in wheel.namelist()
              if "/include/cccl/nv/" in n or core and "/include/" in n or n.endswith("/libcublas.so.13")]
    wheel.extractall(".accrs/cuda", wanted)
EXTRACT
    rm -rf .accrs/wheels
    [ -e .accrs/cuda/nvidia/cu13/include/cublas_v2.h ]
}
if [ "${1:-}" = --tests ]; then
    wheel cmake ">=4,<5" cmake/data/bin/cmake || true
    headers || echo "setup: cuBLAS's headers (PyPI) could not be had; its test is left out" >&2
fi
# Before 13.2, NVRTC translates some loops wrongly (lowering/src/render/cuda/rolled.rs).
wheel nvidia-cuda-nvrtc ">=13.2,<13.3" nvidia/cu13/lib/libnvrtc-builtins.so.13.2 ||
    echo "setup: NVRTC (PyPI: nvidia-cuda-nvrtc 13.2) could not be had; kernels are then not checked for GPUs" >&2
# In a folder of its own: pip replaces the one that two of NVIDIA's wheels share.
wheels=.accrs/nvdisasm wheel nvidia-cuda-nvdisasm ">=13.2,<13.3" nvidia/cu13/bin/nvdisasm ||
    echo "setup: nvdisasm (PyPI: nvidia-cuda-nvdisasm 13.2) could not be had; -Minfo=kernel doesn't tell of loops then" >&2

# What the page of --report=html has in it: colours for code, charts. npm's archives, without npm.
library() { # name, version, SHA-512 of the archive, file as it is called in the archive and here, ...
    name=$1 version=$2 sum=$3
    shift 3
    got=.accrs/report/$name-$version
    [ -e "$got" ] && return 0
    mkdir -p .accrs/report && rm -rf .accrs/report/archive .accrs/report/unpacked && mkdir .accrs/report/unpacked || return 1
    curl -fsSL --retry 3 -o .accrs/report/archive "https://registry.npmjs.org/$name/-/$name-$version.tgz" >"$log" 2>&1 || return 1
    echo "$sum  .accrs/report/archive" | sha512sum -c >"$log" 2>&1 || { echo "setup: $name-$version.tgz isn't the file that is known" >&2; return 1; }
    tar -xzf .accrs/report/archive -C .accrs/report/unpacked --strip-components=1 >"$log" 2>&1 || return 1
    while [ $# -gt 0 ]; do
        cp ".accrs/report/unpacked/$1" ".accrs/report/$2" || return 1
        shift 2
    done
    rm -rf .accrs/report/archive .accrs/report/unpacked
    touch "$got"
}
if ! { library prismjs 1.30.0 0c4bd5d99176af6ffadd5fad2bc850beb4766469f5d2cac76d7be24e572fecaa73c3c8d688d4ea6d58233b7218f11c6bace505f153cc410172b18618bf4619c7 \
        components/prism-core.min.js prism-core.min.js components/prism-clike.min.js prism-clike.min.js \
        components/prism-c.min.js prism-c.min.js components/prism-cpp.min.js prism-cpp.min.js LICENSE LICENSE.prism.txt &&
    library chart.js 4.5.1 1888df893f5d6e61d18988ba365db2142abb924c1d929d56fe5a7627df6b5f4ca8f6d8091a7de5290013ced2236f9b55b5ebdc06d21d202356aa5ab9f84f3f3f \
        dist/chart.umd.min.js chart.umd.min.js LICENSE.md LICENSE.chart.js.txt; }; then
    echo "setup: Prism and Chart.js (npm: prismjs 1.30.0, chart.js 4.5.1) could not be had; --report=html needs them" >&2
fi

if [ -n "$missing" ]; then
    echo "setup: missing, please install:$missing" >&2
    exit 1
fi
