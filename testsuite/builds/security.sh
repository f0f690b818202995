# docs/SECURITY.md: what names of files can't do, where temporary files are, who may keep kernels, what setuid programs take from the environment.
# turn: 1 of 2

cat >app.c <<'X'
#include <stdio.h>
#include <sys/auxv.h>
int main(void)
{
    int a[10];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 10; i++)
        a[i] = i;
    printf("%d %lu\n", a[9], getauxval(AT_SECURE));
    return 0;
}
X

# Names that would be commands, or C, if anything took them for such.
for name in 'a";int pwned=system("touch pwned");char*b="' '$(touch pwned)' '`touch pwned`' 'a;touch pwned' '-o pwned' "a'b" 'a b' '%s%n' 'a\'; do
    mkdir -p "in/$name"
    cp app.c "in/$name/$name.c"
    for targets in multicore,sim nvidia; do
        (cd "in/$name" && accrs --acc-target=$targets -g -O1 -o ./app "./$name.c") || fail "$name: not compiled for $targets"
    done
    (cd "in/$name" && accrs --acc-target=multicore,sim -g -o ./app "./$name.c" && ACC_DEVICE_TYPE=sim ./app >/dev/null) || fail "$name: does not run"
    if [ -e pwned ] || [ -e "in/$name/pwned" ]; then fail "$name: was taken for a command"; fi
done

# Temporary files: in one new folder that nobody else may look into, and that goes.
mkdir tmp host
ln -s "$(command -v g++)" host/g++
cat >host/gcc <<'X'
#!/bin/sh
stat -c %a "$LOOK"/accrs-* >>"$LOOK.modes" 2>/dev/null
exec cc "$@"
X
chmod +x host/gcc
LOOK=$PWD/tmp TMPDIR=$PWD/tmp ACCRS_CC=$PWD/host/gcc accrs --acc-target=multicore,sim -o app app.c || fail "not compiled"
[ -s tmp.modes ] || fail "no temporary folder was seen"
[ "$(sort -u tmp.modes)" = 700 ] || fail "temporary folders have the modes $(sort -u tmp.modes)"
[ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"

# A program with other rights than its user's takes nothing from the environment. Only root can try.
cat >tool.c <<'X'
#include <stdio.h>
__attribute__((constructor)) static void loaded(void) { fputs("loaded\n", stderr); }
X
cc -shared -fPIC -o tool.so tool.c
stats=$PWD/open/stats.json
mkdir -m 777 open
try() { ACC_PROFLIB=$PWD/tool.so ACCRS_STATS=$stats ACCRS_NOTIFY=31 ACC_DEVICE_TYPE=sim ACCRS_COMPARE=1 ./app >out 2>err; }
try || fail "exit $?: $(cat err)"
grep -q '^9 0$' out || fail "printed $(cat out)"
grep -q loaded err && grep -q 'launch app' err && grep -q 'compare:' err && [ -s "$stats" ] || fail "the environment counts otherwise: $(cat err)"
rm -f "$stats"
if [ "$(id -u)" = 0 ] && chown 65534 app 2>/dev/null && chmod 4755 app && chmod 755 . && try && grep -q '^9 1$' out; then
    [ ! -s err ] || fail "a setuid program says: $(cat err)"
    [ ! -e "$stats" ] || fail "a setuid program wrote $stats"
else
    echo "setuid programs aren't tried: not root, or a file system without them"
fi

# A folder of kernels that others may write to is left alone, and that is told. Only where a stand-in for a GPU and NVRTC are there.
nvrtc=$PREFIX/lib/accrs/libnvrtc.so.13
if [ -e "$nvrtc" ]; then
    mkdir lib
    ln -s "$PREFIX/lib/accrs/libaccrs_gpu.so" lib/libcuda.so.1
    mkdir -m 777 shared
    accrs --acc-target=nvidia -o gpu app.c || fail "not compiled for GPUs"
    gpu() { LD_LIBRARY_PATH=$PWD/lib ACCRS_NVRTC=$nvrtc ACC_DEVICE_TYPE=nvidia ACCRS_CACHE_DIR=$PWD/$1 ./gpu >out 2>err || fail "exit $?: $(cat err)"; }
    gpu shared
    grep -q "aren't kept in $PWD/shared" err || fail "says: $(cat err)"
    [ -z "$(ls -A shared)" ] || fail "kept in a folder that others may write to: $(ls -A shared)"
    gpu own
    [ ! -s err ] || fail "says: $(cat err)"
    [ "$(stat -c %a own own/*.kernel | tr '\n' ' ')" = "700 600 " ] || fail "modes: $(stat -c %a own own/*)"
fi
