# Python's loops over numpy arrays, compiled by accrs (frontend/python), on the cores and on sim: the examples, what is refused, calls, random expressions and
# loops beside CPython.
want python3
# One Python for all, whatever PATH names later: another one may have no numpy.
python=$(python3 -c 'import sys; print(sys.executable)')
numpy=$ROOT/.accrs/numpy
if ! "$python" -c 'import numpy' 2>/dev/null; then
    [ -d "$numpy/numpy" ] || { echo "missing: numpy (PyPI)"; exit 77; }
    PYTHONPATH=$numpy
fi
PYTHONPATH=$PREFIX/lib/accrs/python:${PYTHONPATH:-}
ACCRS_CACHE_DIR=$PWD/cache
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH ACCRS_CACHE_DIR PYTHONDONTWRITEBYTECODE
# The package finds the compiler that it was installed with.
[ "$(cd / && PATH=/usr/bin:/bin "$python" -c 'import accrs; print(accrs.library.compiler())')" = "$(readlink -f "$PREFIX/bin/accrs")" ] || fail "another compiler is found"

# Nothing newer than Python 3.9.
"$python" - "$PREFIX/lib/accrs/python/accrs" <<'E'
import ast, pathlib, sys
for path in pathlib.Path(sys.argv[1]).glob("*.py"):
    ast.parse(path.read_text(), path.name, feature_version=(3, 9))
E

# On a stand-in for a GPU too, where NVRTC is.
devices="multicore sim"
nvrtc=$PREFIX/lib/accrs/libnvrtc.so.13
if [ -e "$nvrtc" ]; then
    mkdir gpu
    cp "$PREFIX/lib/accrs/libaccrs_gpu.so" gpu/libcuda.so.1
    LD_LIBRARY_PATH=$PWD/gpu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    ACCRS_NVRTC=$nvrtc
    export LD_LIBRARY_PATH ACCRS_NVRTC
    devices="$devices nvidia"
else
    echo "left out: nvidia, without NVRTC"
fi

example() { # name, kernels, transfers to the device, transfers back
    name=$1 kernels=$2 up=$3 down=$4
    for device in $devices; do
        on "$device" "$python" -W error "$EXAMPLES/python/$name.py"
        grep -q "as numpy's" out || fail "$name says $(cat out)"
        launched "$kernels"
        [ "$(figure in_order)" = 0 ] || fail "$name: kernels ran in order"
        [ "$device" = multicore ] || [ "$(figure uploads) $(figure downloads)" = "$up $down" ] || fail "$name moves $(figure uploads) and $(figure downloads), not $up and $down"
    done
}
example matmul 2 6 2
example coulomb 1 1 1
example blackscholes 1 5 2
# The data stays while 20 steps of two loops run.
example stencil 40 2 2
example repulsion 1 6 2

# What follows is many small programs, which are there sooner without optimisation.
ACCRS_CC="$ROOT/testsuite/plain-cc cc"
ACCRS_CXX=$ROOT/testsuite/sim-c++
export ACCRS_CC ACCRS_CXX
# A third of it has its turn, on one of the devices.
has_turn() { # turn
    [ -z "${ACCTEST_TODAY-}" ] || [ $((ACCTEST_TODAY % 3)) = "$1" ]
}
called=$devices
[ -z "${ACCTEST_TODAY-}" ] || called=$(echo "$devices" | tr ' ' '\n' | sed -n "$((ACCTEST_TODAY / 3 % $(echo "$devices" | wc -w) + 1))p")
if has_turn 0; then
    "$python" -W error "$ROOT/testsuite/python/refused.py" >log 2>&1 || fail "$(tail -n 20 log)"
    "$python" "$ROOT/testsuite/python/nests.py" -n 12 --seed 1 --devices "$(echo "$called" | tr ' ' ,)" >log 2>&1 || fail "$(tail -n 40 log)"
fi
if has_turn 1; then
    for device in $called; do
        ACC_DEVICE_TYPE=$device "$python" "$ROOT/testsuite/python/calls.py" >log 2>&1 || fail "calls on $device: $(tail -n 30 log)"
    done
fi
if has_turn 2; then
    "$python" "$ROOT/testsuite/python/fuzz.py" -n 50 --seed 1 --devices multicore,sim >log 2>&1 || fail "$(tail -n 8 log | cut -c1-300)"
fi
