# scripts/setup.sh with an apt that is busy, broken, or lacks a package: stubs of apt-get, dpkg and id stand first in PATH.
work=$PWD
bin=$work/bin
mkdir -p "$bin" "$work/tree/scripts" "$work/tree/.accrs/py/clang/native" "$work/tree/.accrs/py/nvidia/cu13/lib"
# What wheels bring is there already: nothing is fetched.
touch "$work/tree/.accrs/py/clang/native/libclang.so" "$work/tree/.accrs/py/nvidia/cu13/lib/libnvrtc.so.13"
cp "$EXAMPLES/../scripts/setup.sh" "$work/tree/scripts/"
cat >"$bin/id" <<'STUB'
#!/bin/sh
echo 0
STUB
# No optional package is installed.
cat >"$bin/dpkg" <<'STUB'
#!/bin/sh
exit 1
STUB
# LACKS: packages that can't be had. BUSY: a file with the number of times that the lock is held.
cat >"$bin/apt-get" <<'STUB'
#!/bin/sh
echo "$*" >>"$CALLS"
case " $* " in *" install "*) ;; *) exit 0 ;; esac
n=$(cat "$BUSY" 2>/dev/null || echo 0)
if [ "$n" -gt 0 ]; then
    echo $((n - 1)) >"$BUSY"
    echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt-get)" >&2
    exit 100
fi
for lacked in $LACKS; do
    case " $* " in *" $lacked "*) echo "E: Unable to locate package $lacked" >&2; exit 100 ;; esac
done
exit 0
STUB
# pip is there.
ln -s /bin/true "$bin/python3"
chmod +x "$bin"/dpkg "$bin"/id "$bin"/apt-get
export CALLS="$work/calls" BUSY="$work/busy" LACKS="" ACCRS_SETUP_APT_WAIT=0

# A PATH with the stubs and only the tools that the script needs; $1 names one that is to be missing.
tools() {
    rm -rf "$work/path"
    mkdir "$work/path"
    for tool in sh cat sed tail sleep mktemp rm mkdir dirname touch ls head gcc g++ objcopy cargo; do
        found=$(command -v $tool) || continue
        [ "$tool" = "${1:-}" ] || ln -s "$found" "$work/path/$tool"
    done
}
setup() {
    : >"$CALLS"
    (cd "$work/tree" && PATH="$bin:$work/path" sh scripts/setup.sh) >"$work/out" 2>&1
}
holds() { grep -q -- "$1" "$work/$2" || fail "no '$1' in: $(cat "$work/$2")"; }
tools
[ -e "$work/path/cargo" ] || ln -s /bin/true "$work/path/cargo"

# The lock is held twice: the third try has it, and each waits for the lock.
echo 2 >"$BUSY"
setup || fail "busy twice: $(cat "$work/out")"
holds "DPkg::Lock::Timeout=" calls
[ "$(grep -c install "$CALLS")" = 3 ] || fail "tries: $(cat "$CALLS")"

# An optional package can't be had: said, with apt's words, and no failure.
LACKS="gcc-offload-nvptx"
setup || fail "an optional package stopped it: $(cat "$work/out")"
holds "left out: gcc-offload-nvptx" out
holds "Unable to locate package gcc-offload-nvptx" out

# A required one can't: its name, apt's words, exit 1.
tools objcopy
[ -e "$work/path/cargo" ] || ln -s /bin/true "$work/path/cargo"
LACKS="binutils gcc-offload-nvptx"
if setup; then fail "went on without binutils"; fi
holds "missing, please install: binutils" out
holds "Unable to locate package binutils" out

# The lock is never free: the same, with the lock's words.
echo 1000 >"$BUSY"
if setup; then fail "went on with the lock held"; fi
holds "missing, please install: binutils" out
holds "Could not get lock" out

# An old cargo is named, with the version that Cargo.toml asks for.
tools
printf '#!/bin/sh\necho "cargo 1.63.0 (fd9c4297c 2022-07-01)"\n' >"$bin/cargo"
chmod +x "$bin/cargo"
printf 'rust-version = "1.88"\n' >"$work/tree/Cargo.toml"
LACKS="" && : >"$BUSY"
if setup; then fail "went on with cargo 1.63"; fi
holds "missing, please install: rust(cargo>=1.88,not-1.63," out
printf '#!/bin/sh\necho "cargo 1.88.0 (873a06493 2025-05-10)"\n' >"$bin/cargo"
setup || fail "refused cargo 1.88: $(cat "$work/out")"
[ -s "$work/out" ] && grep "setup: 1 of" "$work/out" && fail "steps are told of without a terminal"

# On a terminal each step is told of, but for one that can't rewrite a line, and for CI.
if script=$(command -v script); then
    steps() { # variables
        (cd "$work/tree" && env "$@" PATH="$bin:$work/path" "$script" -qec "$work/path/sh scripts/setup.sh" "$work/out" </dev/null >/dev/null)
    }
    steps TERM=xterm CI= || fail "on a terminal: $(cat "$work/out")"
    holds "setup: 1 of [0-9]*: Debian packages: gcc-offload-nvptx" out
    holds "setup: 3 of [0-9]*: nvidia-cuda-nvdisasm from PyPI" out
    for plain in TERM=dumb CI=true; do
        steps TERM=xterm "$plain" || fail "$plain: $(cat "$work/out")"
        if grep "setup: 1 of" "$work/out"; then fail "$plain: steps are told of"; fi
    done
fi
