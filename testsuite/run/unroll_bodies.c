// unroll(n) of bodies that declare, branch, loop, call, add atomically, are private or unrolled themselves, in a routine and by pointers.
// run: -O2
// expect: device kernels=6
#include "check.h"
enum { N = 61 };
static int a[N], b[N], want[N];

#pragma acc routine seq
static int twice(int x, int n)
{
    int s = 0;
    #pragma acc loop seq unroll(3)
    for (int i = 0; i < n; i++)
        s += x;
    return 2 * s / (n ? n : 1);
}

/* The bodies' own `i`, and a step under another name. */
static void declares(int n, int step)
{
    #pragma acc parallel loop gang vector copy(a, b)
    for (int g = 0; g < N; g++) {
        int s = 0;
        #pragma acc loop seq unroll(4)
        for (int i = 0; i < n; i += step) {
            int t = i + 1, u = b[i];
            struct { int i; } v = { .i = i };
            { int i = u; t += i; }
            s += t * v.i + (int)sizeof(i);
        }
        a[g] = s;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) b[i] = i * 7 % 13;

    declares(N, 1);
    int s = 0;
    for (int i = 0; i < N; i++) s += (i + 1 + b[i]) * i + (int)sizeof i;
    for (int g = 0; g < N; g++) CHECK(a[g] == s);
    declares(N - 1, 3);
    s = 0;
    for (int i = 0; i < N - 1; i += 3) s += (i + 1 + b[i]) * i + (int)sizeof i;
    for (int g = 0; g < N; g++) CHECK(a[g] == s);

    // Branches, inner loops with jumps of their own, `switch`, a statement expression, calls.
    int n = N, total = 0;
    #pragma acc parallel loop gang copyout(a) copyin(b)
    for (int g = 0; g < N; g++) {
        int t = g;
        #pragma acc loop seq unroll(4)
        for (int i = n - 1; i >= 0; i -= 2) {
            if (b[i] & 1)
                t += i;
            else
                for (int k = 0; k < 9; k++) {
                    if (k == i % 9) break;
                    if (k & 1) continue;
                    t ^= k + i;
                }
            switch (i % 3) {
            case 0: t += 5; break;
            case 1: t ^= b[i];
            }
            t += ({ int y = i; y + 1; }) + twice(i, 5);
        }
        a[g] = t;
    }
    for (int g = 0; g < N; g++) {
        int t = g;
        for (int i = n - 1; i >= 0; i -= 2) {
            if (b[i] & 1)
                t += i;
            else
                for (int k = 0; k < 9; k++) {
                    if (k == i % 9) break;
                    if (k & 1) continue;
                    t ^= k + i;
                }
            if (i % 3 == 0) t += 5;
            if (i % 3 == 1) t ^= b[i];
            t += i + 1 + twice(i, 5);
        }
        CHECK(a[g] == t);
    }

    // Atomics, a private variable, a reduction, one unrolled loop in another whose bounds and step are the outer one's variable.
    int q;
    for (int i = 0; i < N; i++) a[i] = 0;
    #pragma acc parallel loop gang vector copy(a) copyin(b) reduction(+:total)
    for (int g = 0; g < N; g++) {
        #pragma acc loop seq unroll(3) private(q) reduction(+:total)
        for (int i = 1; i < 12; i++) {
            q = i * g % N;
            #pragma acc loop seq unroll(2)
            for (int j = i; j < i * 9; j += i) {
                #pragma acc atomic update
                a[(j + q) % N] += i;
                total += j;
            }
        }
    }
    int sum = 0;
    for (int i = 0; i < N; i++) want[i] = 0;
    for (int g = 0; g < N; g++)
        for (int i = 1; i < 12; i++)
            for (int j = i; j < i * 9; j += i) {
                want[(j + i * g % N) % N] += i;
                sum += j;
            }
    for (int i = 0; i < N; i++) CHECK(a[i] == want[i]);
    CHECK(total == sum);

    // Pointers, upwards by some and downwards to `!=`.
    #pragma acc serial copy(a)
    {
        int *p;
        #pragma acc loop seq unroll(4)
        for (p = a; p < a + N; p += 3)
            *p = (int)(p - a);
        #pragma acc loop seq unroll(4)
        for (p = a + N - 1; p != a; p--)
            p[-1] += *p;
    }
    for (int i = 0; i < N; i++) if (i % 3 == 0) want[i] = i;
    for (int i = N - 1; i > 0; i--) want[i - 1] += want[i];
    for (int i = 0; i < N; i++) CHECK(a[i] == want[i]);

    // What can't stand several times stays as it is.
    total = 0;
    #pragma acc serial copy(total)
    {
        #pragma acc loop seq unroll(4)
        for (int i = 0; i < n; i++) {
            if (i % 5 == 2) continue;
            total += i;
        }
        #pragma acc loop seq unroll(4)
        for (int i = 0; i < n; i++) {
            if (i % 3) goto next;
            total ^= i;
        next:;
        }
    }
    sum = 0;
    for (int i = 0; i < n; i++) if (i % 5 != 2) sum += i;
    for (int i = 0; i < n; i += 3) sum ^= i;
    CHECK(total == sum);
    return CHECKED();
}
