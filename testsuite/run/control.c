// Control flow inside a region's iterations: goto within the body, nested breaks, return from called functions, ?: and && with effects.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 100

static int first_factor(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return d;
    return n;
}

static int collatz(int n)
{
    int steps = 0;
again:
    if (n <= 1)
        return steps;
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
    goto again;
}

static int search(int i)
{
    int found = -1;
    for (int x = 0; x < 20; x++) {
        for (int y = 0; y < 20; y++) {
            if (x * y == i) {
                found = x;
                goto out;
            }
            if (y > x)
                break;
        }
    }
out:
    return found;
}

int main(void)
{
    int a[N], b[N], c[N], d[N];
    #pragma acc parallel loop copyout(a, b, c, d)
    for (int i = 0; i < N; i++) {
        int calls = 0;
        a[i] = first_factor(i);
        b[i] = collatz(i);
        c[i] = search(i);
        if ((i % 2 && (calls += 1)) || (calls += 10))
            d[i] = calls;
        int k = i;
        for (;;) {
            if (k < 10)
                goto done;
            k -= 10;
        }
    done:
        d[i] = d[i] * 100 + k;
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == first_factor(i) && b[i] == collatz(i) && c[i] == search(i));
        CHECK(d[i] == (i % 2 ? 1 : 10) * 100 + i % 10);
    }
    return CHECKED();
}
