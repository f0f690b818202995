#!/bin/sh
# Are the tests sharp? Each patch here is a small mistake that somebody could make, and names the command that finds it. This applies them to a
# copy of the tree, one after the other, and looks whether the tests fail: testsuite/defects/run.sh [WORD], for those with the word in their names.
#
# The copy and all that is built of it are kept in target/defects, so only the first run takes long. JOBS says how many jobs at once.
set -eu
word=${1:-}
jobs=${JOBS:-2}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/target/defects
tree=$work/tree
# Each change of a file costs a build.
export CARGO_PROFILE_RELEASE_INCREMENTAL="${CARGO_PROFILE_RELEASE_INCREMENTAL:-true}"
export CARGO_PROFILE_RELEASE_OPT_LEVEL="${CARGO_PROFILE_RELEASE_OPT_LEVEL:-1}"
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS="${CARGO_PROFILE_RELEASE_CODEGEN_UNITS:-64}"
export CARGO_TERM_COLOR=never
unset CARGO_TARGET_DIR

fail() {
    echo "defects: $1" >&2
    exit 2
}

files() {
    if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
        git -C "$root" ls-files --cached --others --exclude-standard
    else
        (cd "$root" && find . -path ./target -prune -o -path ./.accrs -prune -o -type f -print | sed 's|^\./||')
    fi
}

# The copy as the tree is now, whatever a run that was stopped has left in it. What is the same keeps its time, so that it isn't built again.
copy() {
    mkdir -p "$tree"
    files | sort >"$work/files"
    (cd "$tree" && find . -path ./target -prune -o -path ./.accrs -prune -o -type f -print) | sed 's|^\./||' | sort >"$work/there"
    comm -13 "$work/files" "$work/there" | while IFS= read -r file; do rm -f "$tree/$file"; done
    while IFS= read -r file; do
        if [ -f "$root/$file" ] && ! cmp -s "$root/$file" "$tree/$file"; then
            mkdir -p "$(dirname "$tree/$file")"
            cp "$root/$file" "$tree/$file"
        fi
    done <"$work/files"
    if [ -e "$root/.accrs" ]; then
        ln -sfn "$(cd "$root/.accrs" && pwd -P)" "$tree/.accrs"
    fi
}

# Applies a patch to the copy, or with -R takes it back. No repository around the copy is to be asked.
apply() {
    if command -v git >/dev/null 2>&1; then
        (cd "$tree" && GIT_CEILING_DIRECTORIES="$work" git apply $2 "$1")
    else
        (cd "$tree" && patch -p1 -s $2 -i "$1")
    fi
}

finder() {
    sed -n '/^--- /q; s/^Found by: //p' "$1"
}

# Builds what a command runs; what it said is in $work/build.
build() {
    case $1 in
        cargo*) command="$1 --no-run -j $jobs" ;;
        *) command="make --no-print-directory compile JOBS=$jobs" ;;
    esac
    (cd "$tree" && sh -c "$command") >"$work/build" 2>&1
}

# Runs it; what it said is in $work/said.
run() {
    case $1 in
        acctest*) command="target/release/$1 -j $jobs" ;;
        cargo*) command="$1 -j $jobs" ;;
        *) fail "what is '$1'?" ;;
    esac
    (cd "$tree" && timeout 900 sh -c "$command") >"$work/said" 2>&1
}

# Whether it passed, and something was tested.
passes() {
    run "$1" && grep -Eq '(^|[^0-9])[1-9][0-9]* passed' "$work/said"
}

# Whether a test failed: not the command itself.
finds() {
    status=0
    run "$1" || status=$?
    case $1 in
        acctest*) [ $status = 1 ] && tail -n 1 "$work/said" | grep -Eq 'passed, [1-9][0-9]* failed' ;;
        *) [ $status = 101 ] && grep -Eq '^test result: FAILED' "$work/said" ;;
    esac
}

copy
# What is built soonest comes first.
: >"$work/patches"
for room in runtime driver templates frontend lowering; do
    find "$root/testsuite/defects" -name "${room}_*.patch" | sort | grep -F -- "$word" >>"$work/patches" || true
done
[ -s "$work/patches" ] || fail "no patch has '$word' in its name"
while IFS= read -r patch; do
    [ "$(finder "$patch" | wc -l)" = 1 ] || fail "$(basename "$patch"): one line 'Found by: COMMAND' is wanted"
    apply "$patch" --check || fail "$(basename "$patch") doesn't apply"
    finder "$patch"
done <"$work/patches" >"$work/all"
sort -u "$work/all" >"$work/finders"

# Without a defect all of them pass.
built=
while IFS= read -r found; do
    if [ "${found%%" "*}" != acctest ] || [ -z "$built" ]; then
        build "$found" </dev/null || { cat "$work/build" >&2; fail "the tree doesn't build"; }
        built=yes
    fi
    passes "$found" </dev/null || { cat "$work/said" >&2; fail "without a defect: $found"; }
done <"$work/finders"

passed=0
failed=0
while IFS= read -r patch; do
    name=$(basename "$patch" .patch)
    found=$(finder "$patch")
    apply "$patch" "" || fail "$name doesn't apply"
    if ! build "$found" </dev/null; then
        result="NOT FOUND: it doesn't compile"
        tail -n 20 "$work/build" >&2
    elif grep -q '^warning: ' "$work/build"; then
        result="NOT FOUND: it compiles with a warning"
        grep -A 5 '^warning: ' "$work/build" >&2
    elif finds "$found" </dev/null; then
        result="found by $found"
    else
        result="NOT FOUND by $found"
    fi
    apply "$patch" -R || fail "$name can't be taken back"
    echo "$name: $result"
    case $result in
        found*) passed=$((passed + 1)) ;;
        *) failed=$((failed + 1)) ;;
    esac
done <"$work/patches"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
