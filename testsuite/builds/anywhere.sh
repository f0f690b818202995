# Through a link, through a copy that ACCRS_HOME tells about, under the name cc, behind ccache.
mkdir bin links
ln -s "$PREFIX/bin/accrs" links/cc
cp "$EXAMPLES"/heat/*.[ch] .
PATH=$PWD/links:$PATH cc -O2 -o heat main.c heat.c -lm
heat_runs ./heat
cp "$PREFIX/bin/accrs" bin/copy
ACCRS_HOME=$PREFIX bin/copy -O2 -o heat main.c heat.c -lm
heat_runs ./heat
bin/copy -O2 -o heat main.c heat.c -lm 2>err && fail "a lone copy found a runtime"
grep -q ACCRS_HOME err || fail "$(cat err)"
command -v ccache >/dev/null 2>&1 || { echo "missing: ccache"; exit 77; }
export CCACHE_DIR=$PWD/cache
for round in 1 2; do
    rm -f heat.o
    ccache accrs -O2 -c heat.c
done
ccache -s | grep -Eq '(Hits:|cache hit).* +1' || fail "$(ccache -s)"
accrs -o heat main.c heat.o -lm
heat_runs ./heat
