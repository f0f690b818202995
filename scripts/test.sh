#!/bin/sh
# All tests, on this machine's own means: no GPU needed. `make test` has built what users get; acctest builds the crates' own tests beside the first
# suites, by Clippy (testsuite/plain-tests), and runs them with the rest. The seconds of each step are printed as it ends.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}
step() { # name, command...
    name=$1 start=$(date +%s)
    shift
    "$@"
    echo "$name: $(($(date +%s) - start)) s"
}
# cargo tells again what the compiler has said of a crate when it was built.
unwarned() { # command...
    "$@" >target/said 2>&1 && ! grep -q '^warning' target/said || { cat target/said; return 1; }
}
step "set-up" sh scripts/setup.sh --tests
step "format" cargo fmt --check
step "warnings" unwarned cargo build --release -j "$jobs"
# One program more than there are processors: some wait for what they have begun.
step "suite" target/release/acctest all --accrs target/release/accrs -j $((jobs + 1))
