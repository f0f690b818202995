#!/bin/sh
# A release: FOLDER/accrs-VERSION.tar.gz, the last commit's files with all crates in vendor/, so that it is built without a network. Crates that only other
# systems than Linux want are there by name alone, without their code. The libraries of the report's page come along where `make setup` has fetched them.
# The archive has the same bytes each time: its files have the time of SOURCE_DATE_EPOCH, else of the commit. Beside it come recipes for
# Spack, EasyBuild, conda and rpmbuild with its checksum.
#
# usage: dist.sh FOLDER [--unpacked]        --unpacked: leaves the folder FOLDER/accrs-VERSION, and makes no archive
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' Cargo.toml)
name=accrs-$version
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
work=$out/$name
if [ "${2:-}" != --unpacked ]; then
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    work=$made/$name
fi
rm -rf "$work"
mkdir "$work"
git archive HEAD | tar -C "$work" -xf -
git diff --quiet HEAD 2>/dev/null || echo "make dist: what isn't committed is left out" >&2
mkdir -p "$work/.cargo" "$work/.accrs/report"
(cd "$work" && ${CARGO:-cargo} vendor --locked --versioned-dirs --quiet vendor >/dev/null) ||
    { echo "make dist: the crates could not be had" >&2; exit 1; }
printf '[source.crates-io]\nreplace-with = "vendored"\n\n[source.vendored]\ndirectory = "vendor"\n' >"$work/.cargo/config.toml"
for file in .accrs/report/*.js .accrs/report/LICENSE.*; do
    [ ! -f "$file" ] || cp "$file" "$work/.accrs/report/"
done

# What a build for Linux has in it, on processors that accrs might run on, keeps its code. The rest must be there by name, or cargo takes the lock file for wrong.
for target in x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu; do
    (cd "$work" && ${CARGO:-cargo} metadata --offline --locked --format-version 1 --filter-platform $target)
done | python3 -c '
import json, pathlib, re, shutil, sys
wanted = set()
for line in sys.stdin:
    for node in json.loads(line)["resolve"]["nodes"]:
        folder, _, name = node["id"].rpartition("#")
        name, _, version = name.rpartition("@")
        wanted.add((name or folder.rpartition("/")[2]) + "-" + version)
for crate in pathlib.Path(sys.argv[1], "vendor").iterdir():
    if crate.name in wanted:
        continue
    package = json.loads((crate / ".cargo-checksum.json").read_text())["package"]
    manifest = (crate / "Cargo.toml").read_text()
    # No build script, and no target but an empty library.
    manifest = re.sub(r"(?m)^build = .*$", "build = false", manifest)
    manifest = re.sub(r"(?ms)^\[(lib|\[(bin|test|bench|example)\])\].*?(?=^\[|\Z)", "", manifest)
    for path in crate.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (crate / "Cargo.toml").write_text(manifest + "\n[lib]\npath = \"src/lib.rs\"\n")
    (crate / "src").mkdir()
    (crate / "src/lib.rs").write_text("")
    (crate / ".cargo-checksum.json").write_text(json.dumps({"files": {}, "package": package}))
' "$work"
[ "${2:-}" != --unpacked ] || { echo "$work"; exit 0; }
tar -C "$made" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go+r,go-w -cf - "$name" | gzip -9n >"$out/$name.tar.gz.$$"
mv "$out/$name.tar.gz.$$" "$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
sum=$(cut -d ' ' -f 1 "$out/$name.tar.gz.sha256")
recipe() { sed "s/@VERSION@/$version/; s/@SHA256@/$sum/" "scripts/packaging/recipes/$1.in" >"$out/$2"; }
mkdir -p "$out/spack/packages/accrs"
printf 'repo:\n  namespace: accrs\n' >"$out/spack/repo.yaml"
recipe package.py spack/packages/accrs/package.py
recipe accrs.eb "$name-GCC-14.3.0.eb"
recipe recipe.yaml recipe.yaml
cp scripts/packaging/rpm/accrs.spec "$out/"
echo "$out/$name.tar.gz"
