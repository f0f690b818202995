# Python's loops over numpy arrays, compiled by accrs (frontend/python), on the cores and on sim: the examples, what is refused, calls, random expressions and
# loops beside CPython.
want python3
numpy=$ROOT/.accrs/numpy
if ! python3 -c 'import numpy' 2>/dev/null; then
    [ -d "$numpy/numpy" ] || { echo "missing: numpy (PyPI)"; exit 77; }
    PYTHONPATH=$numpy
fi
PYTHONPATH=$PREFIX/lib/accrs/python:${PYTHONPATH:-}
ACCRS_CACHE_DIR=$PWD/cache
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH ACCRS_CACHE_DIR PYTHONDONTWRITEBYTECODE
# The package finds the compiler that it was installed with.
[ "$(cd / && PATH=/usr/bin:/bin python3 -c 'import accrs; print(accrs.library.compiler())')" = "$(readlink -f "$PREFIX/bin/accrs")" ] || fail "another compiler is found"

# Nothing newer than Python 3.9.
python3 - "$PREFIX/lib/accrs/python/accrs" <<'E'
import ast, pathlib, sys
for path in pathlib.Path(sys.argv[1]).glob("*.py"):
    ast.parse(path.read_text(), path.name, feature_version=(3, 9))
E

# example, kernels, transfers to the device, transfers back
example() {
    name=$1 kernels=$2 up=$3 down=$4
    for device in multicore sim; do
        on $device python3 -W error "$EXAMPLES/python/$name.py"
        grep -q "as numpy's" out || fail "$name says $(cat out)"
        launched "$kernels"
        [ "$(figure in_order)" = 0 ] || fail "$name: kernels ran in order"
        [ $device = multicore ] || [ "$(figure uploads) $(figure downloads)" = "$up $down" ] || fail "$name moves $(figure uploads) and $(figure downloads), not $up and $down"
    done
}
example matmul 2 6 2
example coulomb 1 2 1
example blackscholes 1 7 2
# The data stays while 20 steps of two loops run.
example stencil 40 2 2
example repulsion 1 6 2

python3 -W error "$ROOT/testsuite/python/refused.py" >log 2>&1 || fail "$(tail -n 20 log)"
for device in multicore sim; do
    ACC_DEVICE_TYPE=$device python3 "$ROOT/testsuite/python/calls.py" >log 2>&1 || fail "calls on $device: $(tail -n 30 log)"
done
python3 "$ROOT/testsuite/python/fuzz.py" -n 150 --seed 1 --devices multicore,sim >log 2>&1 || fail "$(tail -n 8 log | cut -c1-300)"
python3 "$ROOT/testsuite/python/nests.py" -n 15 --seed 1 --devices multicore,sim >log 2>&1 || fail "$(tail -n 40 log)"

# The kernels of each example, for GPUs, where NVRTC is.
[ ! -e "$PREFIX/lib/accrs/libnvrtc.so.13" ] || for name in matmul coulomb blackscholes stencil repulsion; do
    python3 - "$EXAMPLES/python/$name.py" "$name" <<'E'
import importlib.util, pathlib, sys
spec = importlib.util.spec_from_file_location("example", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
for value in vars(module).values():
    if hasattr(value, "python") and value.python.__code__.co_name not in ("normal", "boys"):
        pathlib.Path(f"{sys.argv[2]}_{value.__name__}.c").write_text(value.c())
E
    for file in "$name"_*.c; do
        accrs -std=c11 -O3 -ffp-contract=off --acc-target=nvidia,multicore --acc-arch=sm_75 -Werror -fPIC -c -o kernels.o "$file" >log 2>&1 || fail "$file: $(tail -n 20 log)"
    done
done
