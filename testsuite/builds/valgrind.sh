# The suppressions that come with an installation: of the runtime nothing is lost, and what a program loses is told. Sim says that it can't run there.
want valgrind
cat >lost.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double s = 0, *a = malloc(8000), *lost = malloc(64);
    lost[0] = 1;
    lost = a;
#pragma acc parallel loop copyout(a[0 : 1000])
    for (int i = 0; i < 1000; i++)
        a[i] = i;
#pragma acc parallel loop reduction(+ : s) copyin(a[0 : 1000])
    for (int i = 0; i < 1000; i++)
        s += a[i];
    printf("%g\n", s + lost[0]);
    free(a);
    return 0;
}
X
accrs -g -O1 --acc-target=multicore,sim -o lost lost.c
checked() { valgrind --leak-check=full --show-leak-kinds=all --suppressions="$PREFIX/share/accrs/accrs.supp" ./lost >out 2>&1; }
ACC_DEVICE_TYPE=multicore OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0 checked || fail "$(cat out)"
grep -qx 499500 out || fail "$(cat out)"
grep -q '64 bytes in 1 blocks are definitely lost' out || fail "the program's own leak isn't told: $(cat out)"
for kind in 'possibly lost' 'still reachable' 'indirectly lost'; do grep -q "$kind: 0 bytes in 0 blocks" out || fail "$kind: $(cat out)"; done
grep -q 'ERROR SUMMARY: 1 errors from 1 contexts' out || fail "$(cat out)"
if ACC_DEVICE_TYPE=sim checked; then fail "runs on sim: $(cat out)"; fi
grep -q 'ACC_DEVICE_TYPE=multicore' out || fail "$(cat out)"
