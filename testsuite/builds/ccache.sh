# ccache: what is the same is taken from the cache, and what another machine's model or another host compiler would make otherwise is compiled again.
want ccache
export CCACHE_DIR=$PWD/cache
cat >app.c <<'X'
void scale(int n, double *x);
void scale(int n, double *x)
{
#pragma acc parallel loop copy(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
X
length() { printf '[device]\nvector_length = %s\n' "$1" >m.toml; }
# Hits and misses so far.
counts() { ccache --print-stats | awk '$1 == "direct_cache_hit" || $1 == "preprocessed_cache_hit" { hits += $2 } $1 == "cache_miss" { misses = $2 } END { print hits + 0, misses + 0 }'; }
compiled() { # what: counts afterwards
    rm -f app.o
    ccache accrs -O1 --acc-machine=m.toml -Minfo=accel -c app.c 2>told || fail "$1: $(cat told)"
    [ "$(counts)" = "$2" ] || fail "$1: hits and misses are $(counts), not $2"
}
for direct in CCACHE_DIRECT CCACHE_NODIRECT; do
    rm -rf cache
    export "$direct=1"
    length 64
    # ccache trusts no file that is as new as this.
    touch -d '1 minute ago' m.toml app.c
    compiled first "0 1"
    grep -q 'vector(64)' told || fail "$(cat told)"
    compiled again "1 1"
    length 256
    touch -d '1 minute ago' m.toml
    compiled "another model" "1 2"
    grep -q 'vector(256)' told || fail "$(cat told)"
    length 64
    touch -d '1 minute ago' m.toml
    compiled "the first model" "2 2"
    grep -q 'vector(64)' told || fail "$(cat told)"
    unset "$direct"
done
# Preprocessed text stays text that compiles.
accrs -E --acc-machine=m.toml app.c >app.i
tail -n 2 app.i | grep -q '^# 1 "m.toml"' || fail "$(tail -n 3 app.i)"
accrs -O1 --acc-machine=m.toml -Wall -Werror -c app.i -o from.o
accrs -E app.c | grep -q m.toml && fail "a model that nobody named"

# Another host compiler: as docs/guide/building.md says, by a word of the command or by ccache's own question.
cat >other-cc <<'X'
#!/bin/sh
case "$*" in
--version) echo "other-cc 1.0" ;;
*) exec cc -frecord-gcc-switches "$@" ;;
esac
X
chmod +x other-cc
is_by() { # cc, or other-cc
    found=cc
    if readelf -S app.o | grep -q GCC.command.line; then found=other-cc; fi
    [ $found = "$1" ] || fail "the object is by $found, not $1"
}
rm -rf cache
export CCACHE_COMPILERCHECK='%compiler% --version'
ccache accrs -O1 -acc=multicore -c app.c && is_by cc
ACCRS_CC=$PWD/other-cc ccache accrs -O1 -acc=multicore -c app.c && is_by other-cc
ccache accrs -O1 -acc=multicore -c app.c && is_by cc
[ "$(counts)" = "1 2" ] || fail "hits and misses are $(counts)"
unset CCACHE_COMPILERCHECK
rm -rf cache
ccache accrs -O1 -acc=multicore -c app.c && is_by cc
ccache accrs --host-cc="$PWD/other-cc" -O1 -acc=multicore -c app.c && is_by other-cc
