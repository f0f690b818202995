#!/bin/sh
# The programs whose host threads share queues, RUNS (200) times each with sim's calls late at random; then
# 32 host threads that map, update, launch and unmap at once, for SECONDS (30) on sim and on multicore; then
# the same program under LeakSanitizer, and the runtime's own thread tests under ThreadSanitizer where
# this toolchain has them. Exit 1 if anything fails.
#
# usage: stress.sh [SECONDS [RUNS]]
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-30}
runs=${2:-200}
accrs=$here/target/release/accrs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
export STRESS_SAY=1 OMP_NUM_THREADS=2 ACC_NUM_SIM_DEVICES=2

run() { # run NAME COMMAND...
    name=$1; shift
    if "$@" >"$work/out" 2>&1 && ! grep -q "WARNING: ThreadSanitizer" "$work/out"; then echo "ok    $name: $(tail -1 "$work/out")"; else echo "FAIL  $name"; tail -20 "$work/out"; failed=1; fi
}

cd "$work" || exit 1
repeat() { # repeat PROGRAM: with delays, and every other time without
    n=0; while [ $n -lt "$runs" ]; do
        n=$((n + 1)); delay=$((n % 2 * (50 + n % 7 * 50)))
        if [ $delay -gt 0 ]; then ACCRS_SIM_DELAY=$delay "$1" || exit 1; else "$1" || exit 1; fi
    done; echo "$runs runs"
}
for source in "$here"/testsuite/run/queue_shared_*.c; do
    name=$(basename "$source" .c)
    "$accrs" -O2 -pthread --acc-target=sim -o "$name" "$source" || exit 1
    ACC_DEVICE_TYPE=sim run "$name" repeat "./$name"
done
"$accrs" -O2 -pthread --acc-target=multicore,sim -o stress "$here/testsuite/run/api_stress.c" || exit 1
"$accrs" -O1 -g -pthread -fsanitize=leak --acc-target=multicore,sim -o leak "$here/testsuite/run/api_stress.c" || exit 1
for device in sim multicore; do
    run "$device, $seconds s" env STRESS_SECONDS="$seconds" ACC_DEVICE_TYPE=$device ./stress
    run "$device, leaks (LeakSanitizer)" env STRESS_SECONDS=3 ACC_DEVICE_TYPE=$device ./leak
done
# The standard library's locks have to be instrumented too, so it is built from source: a nightly rustc with rust-src.
if rustc +nightly -V >/dev/null 2>&1 && [ -d "$(rustc +nightly --print sysroot)/lib/rustlib/src" ]; then
    host=$(rustc -vV | sed -n 's/^host: //p')
    run "the runtime's thread tests (ThreadSanitizer)" env RUSTFLAGS="-Zsanitizer=thread" CARGO_TARGET_DIR="$here/target/tsan" \
        sh -c "cd '$here' && cargo +nightly test -j 2 -Zbuild-std -p accrt --lib --target $host threads 2>&1 | grep -E 'ThreadSanitizer|^test result'"
else
    echo "skip  ThreadSanitizer: wants a nightly rustc with rust-src (rustup component add rust-src --toolchain nightly)"
fi
exit $failed
