#!/bin/sh
# 32 host threads that map, update, launch and unmap at once, for SECONDS (30) on sim and on multicore; then
# the same program under LeakSanitizer, and the runtime's own thread tests under ThreadSanitizer where
# this toolchain has them. Exit 1 if anything fails.
#
# usage: stress.sh [SECONDS]
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-30}
accrs=$here/target/release/accrs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
export STRESS_SAY=1 OMP_NUM_THREADS=2 ACC_NUM_SIM_DEVICES=2

run() { # run NAME COMMAND...
    name=$1; shift
    if "$@" >"$work/out" 2>&1; then echo "ok    $name: $(tail -1 "$work/out")"; else echo "FAIL  $name"; tail -20 "$work/out"; failed=1; fi
}

cd "$work" || exit 1
"$accrs" -O2 -pthread --acc-target=multicore,sim -o stress "$here/testsuite/run/api_stress.c" || exit 1
"$accrs" -O1 -g -pthread -fsanitize=leak --acc-target=multicore,sim -o leak "$here/testsuite/run/api_stress.c" || exit 1
for device in sim multicore; do
    run "$device, $seconds s" env STRESS_SECONDS="$seconds" ACC_DEVICE_TYPE=$device ./stress
    run "$device, leaks (LeakSanitizer)" env STRESS_SECONDS=3 ACC_DEVICE_TYPE=$device ./leak
done
host=$(rustc -vV | sed -n 's/^host: //p')
if ls "$(rustc --print sysroot)/lib/rustlib/$host/lib/"*rt.tsan.a >/dev/null 2>&1; then
    run "the runtime's thread tests (ThreadSanitizer)" env RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer" \
        CARGO_TARGET_DIR="$here/target/tsan" sh -c "cd '$here' && cargo test -q -j 2 -p accrt --lib --target $host threads"
else
    echo "skip  ThreadSanitizer: this rustc has none"
fi
exit $failed
