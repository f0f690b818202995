# The Python wheel in an environment of its own: its programs find the runtime, the headers and PyPI's libclang there, and all of it goes with it.
# turn: 3 of 3
command -v python3 >/dev/null 2>&1 && python3 -c 'import venv, ensurepip' 2>/dev/null || left_out "missing: python3 with venv"
wheel=$(make_package wheel)

# The tag's C library is the newest that a symbol is asked of.
unzip -q "$wheel" -d unpacked 2>/dev/null || python3 -m zipfile -e "$wheel" unpacked
newest=$(find unpacked -type f \( -path '*scripts*' -o -name '*.so' \) -exec objdump -T {} + | grep -o 'GLIBC_2[0-9.]*' | sort -Vu | tail -n 1)
case $wheel in *"-py3-none-manylinux_$(echo "${newest#GLIBC_}" | tr . _)_$(uname -m).whl") ;; *) fail "$wheel asks for $newest" ;; esac

python3 -m venv env
venv=$PWD/env
find env | LC_ALL=C sort >before
# The checkout's own libclang is PyPI's, so nothing need be fetched where set-up has fetched it.
found=$ROOT/.accrs/py
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$wheel" >pip 2>&1 || fail "$(cat pip)"
[ ! -e env/lib/accrs/libclang.so ] || fail "the wheel has a libclang of its own"
cp "$EXAMPLES"/heat/*.[ch] .
unset ACCRS_HOME LIBCLANG_PATH ACCRS_LIBCLANG ACCRS_CC
PATH=$venv/bin:$PATH
export PATH
if "$venv/bin/python" -m pip install --quiet --disable-pip-version-check libclang==18.1.1 >pip 2>&1; then
    :
elif [ -d "$found/clang" ]; then
    echo "left out: PyPI, which doesn't answer; libclang is the copy of its package that set-up has fetched"
    cp -r "$found"/clang "$found"/libclang-*.dist-info "$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/"
else
    left_out "PyPI doesn't answer: $(tail -n 1 pip)"
fi
"$venv/bin/python" -m pip check --disable-pip-version-check >pip 2>&1 || fail "$(cat pip)"
[ "$(command -v accrs)" = "$venv/bin/accrs" ] || fail "another accrs: $(command -v accrs)"
accrs -O2 -Wall -Werror --acc-target=multicore,sim -o heat main.c heat.c -lm
for device in multicore sim; do
    on $device ./heat
    says 'middle 25.225018, last change 0.025250'
    launched 1000
done
# The libclang is the environment's: without it there is another, or a message.
told=$(accinfo --json | tr -d '\n')
case $told in *"$venv"/lib*/clang/native/libclang.so*) ;; *) fail "accinfo knows another libclang: $told" ;; esac
# For links by another compiler.
if command -v pkg-config >/dev/null 2>&1; then
    accrs -O2 -c heat.c
    # shellcheck disable=SC2046
    gcc -O2 -o linked main.c heat.o $(PKG_CONFIG_PATH=$venv/lib/pkgconfig pkg-config --cflags --libs accrs)
    heat_runs ./linked
fi
pages_hold env

# Python's loops, with the same compiler.
if "$venv/bin/python" -c 'import accrs' 2>none.err; then fail "accrs without numpy"; fi
grep -q 'pip install numpy' none.err || fail "without numpy: $(cat none.err)"
if [ -d "$ROOT/.accrs/numpy/numpy" ]; then
    PYTHONPATH=$ROOT/.accrs/numpy
    export PYTHONPATH
    cp "$EXAMPLES"/python/stencil.py .
    for device in multicore sim; do
        ACCRS_CACHE_DIR=$PWD/cache on $device "$venv/bin/python" stencil.py
        says "130 x 170, 20 steps: as numpy's, bit by bit"
        launched 40
    done
    unset PYTHONPATH
else
    echo "left out: Python's loops, without numpy"
fi

# Without a compiler that is said.
if PATH=$venv/bin accrs -o none main.c heat.c 2>none.err; then fail "compiled without a compiler"; fi
grep -q 'no host compiler found' none.err && grep -q ACCRS_CC none.err || fail "without a compiler: $(cat none.err)"

"$venv/bin/python" -m pip uninstall --quiet --disable-pip-version-check --yes accrs libclang >pip 2>&1 || fail "$(cat pip)"
find env | LC_ALL=C sort >after
LC_ALL=C comm -13 before after | grep -v __pycache__ >stays || true
# pip leaves folders that it made for data.
while read -r path; do [ -d "$path" ] || echo "$path"; done <stays >files
[ ! -s files ] || fail "stays behind: $(cat files)"
