// switch with fall through, goto loops, do and while with several exits, Duff's device, comma expressions, recursion, K&R
// definitions, loop variables declared at the top, _Bool steps, labels everywhere.
// expect: device kernels=2
// expect: multicore host_kernels=2
// run: -O2 -Wno-old-style-definition -Wno-bool-operation
#include "check.h"
#include <stdbool.h>
#define N 120

int collatz(n, limit)
int n, limit;
{
    register int steps = 0;
again:
    if (n == 1 || steps >= limit)
        goto done;
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
    goto again;
done:
    return steps;
}

static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(int n);
static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

static int duff(int count)
{
    int n = (count + 3) / 4, s = 0;
    if (count <= 0)
        return 0;
    switch (count % 4) {
    case 0:
        do {
            s += 1;
            /* fall through */
    case 3:
            s += 10;
            /* fall through */
    case 2:
            s += 100;
            /* fall through */
    case 1:
            s += 1000;
        } while (--n > 0);
    }
    return s;
}

static int parse(int i)
{
    int state = 0, steps = 0;
    for (;;) {
        switch (state) {
        case 0: {
            int t = i % 4;
            state = t == 0 ? 3 : t;
            break;
        }
        case 1:
        case 2:
            steps += state;
            if (i & 8) {
                state = 3;
                break;
            }
            /* fall through */
        case 3:
            steps += 10;
            state = 4;
            continue;
        default:
            return steps * 2;
        }
        if (++steps > 20)
            break;
    }
    return -1;
}

static int flags(int i)
{
    bool a = i & 1, b = false;
    int r = 0;
    r += a++;
    r += 2 * ++b;
    b--;
    r += 4 * b + 8 * a;
    a += 5;
    b |= i > 50;
    b ^= 1;
    return r + 16 * a + 32 * b + 64 * (bool)0.5;
}

int main(void)
{
    int c[N], d[N], i, k;
    #pragma acc parallel loop copyout(c) private(k)
    for (i = 0; i < N; i++) {
        int s = 0;
        k = 0;
        while (1) {
            if (++k > i)
                break;
            if (k % 3 == 0)
                continue;
            s += k, s ^= 1;
        }
        do
            s -= 2;
        while (s > 50 && --k);
        c[i] = s + collatz(i + 1, 200) + duff(i) + parse(i);
    }
    #pragma acc parallel loop copyout(d)
    for (i = 0; i < N; i++)
        d[i] = ackermann(2, i % 6) + 100 * even(i) + flags(i);
    for (i = 0; i < N; i++) {
        int s = 0;
        for (k = 1; k <= i; k++)
            if (k % 3)
                s += k, s ^= 1;
        k = i + 1;
        do
            s -= 2;
        while (s > 50 && --k);
        CHECK(c[i] == s + collatz(i + 1, 200) + duff(i) + parse(i));
        CHECK(d[i] == ackermann(2, i % 6) + 100 * even(i) + flags(i));
    }
    return CHECKED();
}
