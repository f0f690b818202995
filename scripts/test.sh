#!/bin/sh
# All tests, on this machine's own means: no GPU needed. `make test` has built what users get; acctest builds the crates' own tests beside the first
# suites, and runs them with the rest. The seconds of each step are printed as it ends.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}
step() { # name, command...
    name=$1 start=$(date +%s)
    shift
    "$@"
    echo "$name: $(($(date +%s) - start)) s"
}
step "set-up" sh scripts/setup.sh --tests
step "format" cargo fmt --check
step "clippy" cargo clippy --release --all-targets -j "$jobs" -- -D warnings
step "suite" target/release/acctest all --accrs target/release/accrs -j "$jobs"
