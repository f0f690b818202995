#!/bin/bash
# Real C projects, unpatched, built and tested with accrs in cc's place, beside plain gcc.
#
#     testsuite/dropin/run.sh [project...]      (all: the scripts in this folder's projects/)
#
# Sources come from Debian's source packages by name. Each project is built twice at the same
# path, first by gcc, then by accrs; then its own tests run on what accrs built. Objects of files
# without directives must be byte for byte gcc's. Times are of one build each: see bench.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
accrs=${ACCRS:-$here/../../target/release/accrs}
accrs=$(readlink -f "$accrs") || exit 1
work=${DROPIN_WORK:-$here/../../target/dropin}
jobs=${JOBS:-2}
export jobs
mkdir -p "$work" || exit 1
work=$(cd "$work" && pwd)

# Names of Debian packages that a project needs; installed when root, else only asked for.
need() {
    local missing=() package
    for package in "$@"; do dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package"); done
    [ ${#missing[@]} -eq 0 ] && return 0
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq >/dev/null 2>&1
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null 2>&1 && return 0
    fi
    echo "missing Debian packages: ${missing[*]}" >&2
    return 1
}

# The upstream sources of a Debian source package, unpacked into ./src. An apt of our own, with
# its own lists, so that the machine's settings stay as they are.
fetch() { # package
    local apt="$work/apt" suite
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$work/tars"
    echo "deb-src http://deb.debian.org/debian $suite main" >"$apt/sources.list"
    local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root -qq)
    [ -n "$(ls "$apt/lists"/*Sources* 2>/dev/null)" ] || apt-get "${options[@]}" update || return 1
    local tar
    tar=$(ls "$work/tars/$1"_*.orig.tar.* 2>/dev/null | grep -v '\.asc$' | head -n 1)
    if [ -z "$tar" ]; then
        (cd "$work/tars" && apt-get "${options[@]}" source --download-only "$1" >/dev/null) || return 1
        tar=$(ls "$work/tars/$1"_*.orig.tar.* 2>/dev/null | grep -v '\.asc$' | head -n 1)
    fi
    [ -n "$tar" ] || return 1
    mkdir -p src && tar -xf "$tar" -C src --strip-components=1
}

# A command in this folder, and the folder, of somebody who isn't root.
as_user() {
    [ "$(id -u)" != 0 ] && { "$@"; return; }
    chown -R nobody . && HOME=$PWD setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
}

objects() { find . -name '*.o' -type f -print0 | sort -z | xargs -0 -r sha256sum; }

build_with() { # compiler log
    rm -rf src && fetch "$package" || return 1
    local began=$EPOCHREALTIME
    (cd src && CC=$1 build) >"$2" 2>&1 || return 1
    awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'
}

one() { # project
    # shellcheck disable=SC1090
    . "$here/projects/$1.sh" || return 1
    need "${packages[@]}" || return 1
    mkdir -p "$work/$1" && cd "$work/$1" || return 1
    local host ours
    host=$(build_with gcc gcc.log) || { echo "FAIL $1: gcc's own build; see $work/$1/gcc.log"; return 1; }
    (cd src && objects) >gcc.objects
    ours=$(build_with "$accrs" accrs.log) || { echo "FAIL $1: the build; see $work/$1/accrs.log"; return 1; }
    (cd src && objects) >accrs.objects
    local count
    count=$(wc -l <gcc.objects)
    [ "$count" -gt 0 ] || { echo "FAIL $1: no objects"; return 1; }
    cmp -s gcc.objects accrs.objects || { echo "FAIL $1: objects differ; see $work/$1/*.objects"; return 1; }
    (cd src && CC=$accrs check) >check.log 2>&1 || { echo "FAIL $1: its tests; see $work/$1/check.log"; return 1; }
    passed check.log || { echo "FAIL $1: its tests say nothing of success; see $work/$1/check.log"; return 1; }
    echo "ok   $1: $count objects identical to gcc's, its tests pass; build gcc $host s, accrs $ours s"
}

projects=("$@")
if [ ${#projects[@]} -eq 0 ]; then
    for file in "$here"/projects/*.sh; do projects+=("$(basename "$file" .sh)"); done
fi
failed=0
for project in "${projects[@]}"; do (one "$project") || failed=$((failed + 1)); done
echo "${#projects[@]} projects, $failed failed"
[ "$failed" -eq 0 ]
