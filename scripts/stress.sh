#!/bin/sh
# The programs whose host threads share queues, RUNS (200) times each with sim's calls late at random; then
# 32 host threads that map, update, launch and unmap at once, for SECONDS (30) on sim and on multicore; then
# the same program under LeakSanitizer; and under ThreadSanitizer, where this toolchain has it, the runtime's own tests, and
# these programs on the cores and on the stand-in GPU. Exit 1 if anything fails.
#
# usage: stress.sh [SECONDS [RUNS]]
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-30}
runs=${2:-200}
accrs=$here/target/release/accrs
nvrtc=$here/.accrs/py/nvidia/cu13/lib/libnvrtc.so.13
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
sysroot=$(rustc +nightly --print sysroot 2>/dev/null)
if [ -n "$sysroot" ] && [ -d "$sysroot/lib/rustlib/src" ]; then
    host=$(rustc -vV | sed -n 's/^host: //p')
    built=$here/target/tsan/$host/debug
    export RUSTFLAGS="-Zsanitizer=thread -Copt-level=1" CARGO_TARGET_DIR="$here/target/tsan" TSAN_OPTIONS=exitcode=66
    run "the runtime's own tests (ThreadSanitizer)" sh -c "cd '$here' && cargo +nightly test -q -j 2 -Zbuild-std -p accrt --lib --target $host 2>&1 | grep -E 'ThreadSanitizer|^test result'"
    (cd "$here" && cargo +nightly build -q -j 2 -Zbuild-std -p accrt -p accrs-gpu --target "$host") || exit 1
    mkdir -p gpu && cp "$built/libaccrs_gpu.so" gpu/libcuda.so.1
    for source in "$here"/testsuite/run/queue_shared_*.c "$here/testsuite/run/api_stress.c"; do
        program=$(basename "$source" .c)
        "$accrs" -g -O1 -pthread -fsanitize=thread --acc-target=nvidia,multicore -c -o "$program.o" "$source" &&
            cc -no-pie -pthread -o "$program" "$program.o" "$built/libaccrt.a" -Wl,--export-dynamic -Wl,--whole-archive \
                "$sysroot/lib/rustlib/$host/lib/librustc-nightly_rt.tsan.a" -Wl,--no-whole-archive -lgomp -ldl -lm -lstdc++ || exit 1
        # OpenMP's own threads aren't instrumented: one is enough, for the host threads are the program's.
        for device in multicore nvidia; do
            run "$program on $device (ThreadSanitizer)" env OMP_NUM_THREADS=1 STRESS_SECONDS=5 ACC_DEVICE_TYPE=$device ACCRS_NVRTC="$nvrtc" LD_LIBRARY_PATH="$work/gpu" "./$program"
        done
    done
else
    echo "skip  ThreadSanitizer: wants a nightly rustc with rust-src (rustup component add rust-src --toolchain nightly)"
fi
exit $failed
