#!/bin/sh
# All tests, on this machine's own means: no GPU needed.
set -eu
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}
sh scripts/setup.sh --tests
cargo fmt --check
cargo clippy --release --all-targets -j "$jobs" -- -D warnings
cargo test --release -j "$jobs"
# cargo has built the programs anew there, with what only its tests want of the libraries. What the suite looks at is what `make build` makes.
make --no-print-directory compile JOBS="$jobs"
accrs=target/release/accrs
target/release/acctest all --accrs "$accrs" -j "$jobs"
