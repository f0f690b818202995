# Programs for another processor: the runtime built for aarch64, accrs with a cross compiler, and an emulator that runs what comes out.
# Building the runtime takes minutes, so it is done by hand: ACCTEST_AARCH64=FOLDER target/release/acctest builds aarch64, where cargo builds it in FOLDER.
[ -n "${ACCTEST_AARCH64:-}" ] || { echo "programs for aarch64 (ACCTEST_AARCH64=FOLDER)"; exit 77; }
want aarch64-linux-gnu-gcc qemu-aarch64 cargo
target=aarch64-unknown-linux-gnu
(cd "$ROOT" && CARGO_TARGET_DIR=$ACCTEST_AARCH64 CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc cargo build --profile quick -p accrt -j 1 --target $target) >built 2>&1 ||
    fail "the runtime: $(tail -n 15 built)"
if grep -q '^warning' built; then fail "warnings: $(cat built)"; fi
mkdir -p arm/lib/accrs
cp "$ACCTEST_AARCH64/$target/quick/libaccrt.a" arm/lib/accrs/
cp -r "$PREFIX/lib/accrs/include" arm/lib/accrs/
[ ! -e "$PREFIX/lib/accrs/libclang.so" ] || export ACCRS_LIBCLANG="$PREFIX/lib/accrs/libclang.so"
ACCRS_HOME=$PWD/arm QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
export ACCRS_HOME QEMU_LD_PREFIX
cross() { accrs --host-cc=aarch64-linux-gnu-gcc --acc-target=multicore -O2 "$@"; }
cp "$EXAMPLES"/heat/*.[ch] .
cross -o heat main.c heat.c -lm
heat_runs qemu-aarch64 ./heat
# Tiles of time steps have vectors of this processor's own.
awk '/^```c plate.c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$ROOT/README.md" | sed 's/2000/200/; s/t < 500/t < 50/' >plate.c
cross -O3 -Minfo=accel -o plate plate.c 2>said
grep -q 'CPU: time-tiled, wavefront parallel' said || fail "$(cat said)"
cc -O2 -Wno-unknown-pragmas -o serial plate.c
on multicore qemu-aarch64 ./plate
says "$(./serial)"
