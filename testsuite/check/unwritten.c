// Device memory that is read before anybody has written it.
#include <stdlib.h>
#define N 20

static double table[N];

int main(void)
{
    double a[N], b[N], *p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = p[i] = i;
#pragma acc parallel loop create(a) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = a[i]; // check: a[0] is read, and nobody has written it, in i = 0 | missing: copyin(a) or copy(a)
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < N; i++)
        b[i] += 1; // check: b[0] is read, and nobody has written it | missing: copyin(b) or copy(b)
#pragma acc data create(p[0:N])
    {
        // update device(p[0:N]) is missing.
#pragma acc parallel loop copyout(b)
        for (int i = 0; i < N; i++)
            b[i] = 2 * p[i]; // check: p[0] is read, and nobody has written it | update device(p)
    }
#pragma acc data create(p[0:N])
    {
        // Half of it is there.
#pragma acc update device(p[0:N/2])
#pragma acc parallel loop copyout(b)
        for (int i = 0; i < N; i++)
            b[i] = 2 * p[i]; // check: p[10] is read, and nobody has written it, in i = 10
    }
#pragma acc enter data create(table)
#pragma acc parallel loop present(table) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = table[i]; // check: table[0] is read, and nobody has written it | update device(table)
#pragma acc exit data delete(table)
    // A kernel writes it: nothing to say.
#pragma acc data create(p[0:N])
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            p[i] = i;
#pragma acc parallel loop copyout(b)
        for (int i = 0; i < N; i++)
            b[i] = p[i];
    }
    double s;
#pragma acc parallel loop copyin(a) copyout(s)
    for (int i = 0; i < 1; i++)
        s += a[i]; // check: s is read, and nobody has written it | missing: copyin(s) or copy(s)
    free(p);
    return 0;
}
