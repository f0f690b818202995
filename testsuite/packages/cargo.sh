# What `cargo install --path driver` leaves: the programs without the runtime. That is said, with what to do; what is said works.
mkdir -p home/bin
cp "$ROOT/target/release/accrs" home/bin/
cp "$EXAMPLES"/heat/*.[ch] .
unset ACCRS_HOME
if home/bin/accrs -O2 -o heat main.c heat.c -lm 2>err; then fail "a program was linked without the runtime"; fi
grep -qF "make install PREFIX=$PWD/home" err && grep -q ACCRS_HOME err || fail "$(cat err)"
make -s --no-print-directory -C "$ROOT" install-files PREFIX="$PWD/home" >made 2>&1 || fail "$(cat made)"
PATH=$PWD/home/bin:$PATH
accrs -O2 -o heat main.c heat.c -lm
heat_runs ./heat
# All that make install brings, it takes away.
pages_hold home
[ -s home/share/accrs/examples/heat/CMakeLists.txt ] || fail "no examples"
mkdir home/lib/other
make -s --no-print-directory -C "$ROOT" uninstall PREFIX="$PWD/home" >made 2>&1 || fail "$(cat made)"
left=$(find home ! -type d)
[ -z "$left" ] && [ -d home/lib/other ] || fail "make uninstall leaves $left"
left=$(find home -name '*accrs*')
[ -z "$left" ] || fail "make uninstall leaves $left"
