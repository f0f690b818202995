#!/bin/sh
# GPU checks, in two halves, since the machine with the GPU may have neither Rust nor libclang.
#
#   scripts/gpu-checks.sh [FOLDER]   here: compiles testsuite/run and testsuite/bench for nvidia into
#                                    FOLDER (default target/gpu), with NVRTC beside them
#   FOLDER/run.sh                    there: runs each on the GPU; needs only the NVIDIA driver
#
# A program passes when it exits 0 and the runtime counted at least one kernel on the device
# (programs whose name begins with host_ have none). The last line is "N passed, N failed".
set -eu
cd "$(dirname "$0")/.."
folder=${1:-target/gpu}
rm -rf "$folder"
mkdir -p "$folder/bin"
for file in .accrs/py/nvidia/cu13/lib/libnvrtc.so.13 .accrs/py/nvidia/cu13/lib/libnvrtc-builtins.so.*; do
    [ -f "$file" ] && cp "$file" "$folder/"
done
made=0 refused=0
for source in testsuite/run/*.c testsuite/bench/*.c; do
    name=$(basename "$source" .c)
    case $name in *_omp | *_cuda) continue ;; esac
    flags=$(sed -n 's|^// run: ||p' "$source" | head -n 1)
    # shellcheck disable=SC2086
    if target/release/accrs -O2 $flags --acc-target=nvidia,multicore -Itestsuite/run -o "$folder/bin/$name" "$source" -lm; then
        made=$((made + 1))
    else
        echo "not compiled: $source" >&2
        refused=$((refused + 1))
    fi
done
cat > "$folder/run.sh" <<'RUN'
#!/bin/sh
cd "$(dirname "$0")"
export ACC_DEVICE_TYPE=nvidia ACCRS_NVRTC="$PWD/libnvrtc.so.13" ACCRS_CACHE_DIR="${TMPDIR:-/tmp}/accrs-gpu-cache"
passed=0 failed=0
for program in bin/*; do
    stats=$(mktemp)
    if ACCRS_STATS=$stats timeout 60 "$program" >"$stats.out" 2>&1 &&
        { case $program in bin/host_*) true ;; *) grep -q '"kernels": *[1-9]' "$stats" ;; esac; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $program"
        tail -n 5 "$stats.out"
    fi
    rm -f "$stats" "$stats.out"
done
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
RUN
chmod +x "$folder/run.sh"
echo "$made programs in $folder, $refused not compiled; run $folder/run.sh on the machine with the GPU"
