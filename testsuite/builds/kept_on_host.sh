# Constructs that their `if` keeps on the host, in programs for devices alone: C in order, and the construct's own copies of
# private and firstprivate variables all the same.
cat >own.c <<'C'
#include <stdio.h>
struct pair { int a, b; };
int main(int argc, char **argv)
{
    int x = 7, y = 3, t[3] = { 1, 2, 3 }, a[100], sum = 1;
    struct pair s = { 4, 5 };
    int off = argc < 0;
    (void)argv;
#pragma acc parallel copyout(a) private(y) firstprivate(x, t, s) num_gangs(1) if(off)
    {
        y = 5;
        x = x + 2;
        t[1] = 20;
        s.b = 50;
#pragma acc loop gang
        for (int i = 0; i < 100; i++)
            a[i] = x + y + t[1] + s.b + i;
    }
    printf("%d %d %d %d %d\n", x, y, t[1], s.b, a[5]);
#pragma acc parallel loop copyout(a) firstprivate(x) private(y) if(off)
    for (int i = 0; i < 100; i++) {
        x = i;
        y = x + 1;
        a[i] = y;
    }
    printf("%d %d %d\n", x, y, a[5]);
#pragma acc serial copyout(a) firstprivate(x) private(y) reduction(+:sum) if(off)
    for (int i = 0; i < 100; i++) {
        x = i;
        y = i;
        a[i] = x + y;
        sum += 1;
    }
    printf("%d %d %d %d\n", x, y, a[5], sum);
    /* A scalar that no clause names is firstprivate to the gangs (2.6.2). */
#pragma acc parallel copyout(a) num_gangs(1) if(off)
    {
        x = 11;
#pragma acc loop
        for (int i = 0; i < 100; i++)
            a[i] = x;
    }
    printf("%d %d\n", x, a[5]);
    return 0;
}
C
for targets in nvidia sim multicore nvidia,multicore,sim; do
    accrs -Wall -Wextra -Werror -Wno-error=openacc --acc-target=$targets -o own own.c 2>warned || fail "$(cat warned)"
    grep -q ACC0215 warned || fail "nothing tells of the old value: $(cat warned)"
    ./own >out
    diff - out <<'OUT'
7 3 2 5 89
7 3 6
7 3 10 101
7 11
OUT
done
