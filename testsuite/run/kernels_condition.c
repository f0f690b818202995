// Conditions around the loops of a kernels region: the host decides where it knows, one thread of the device where only that does.
// expect: device kernels=8
// expect: multicore host_kernels=4
#include "check.h"
#define N 500

static void step(int *a, int *b, int n, int mode, int twice)
{
    #pragma acc kernels copy(a[0:n], b[0:n])
    {
        if (mode == 1) {
            for (int i = 0; i < n; i++)
                a[i] += 1;
            for (int i = 0; i < n; i++)
                b[i] += a[i];
        } else if (mode == 2) {
            for (int i = 0; i < n; i++)
                a[i] *= 3;
        } else {
            a[0] = -7;
            if (twice > 1)
                for (int i = n - 1; i >= 0; i--)
                    b[i] -= 2;
        }
        for (int i = 0; i < n; i++)
            a[i] += b[i];
    }
}

int main(void)
{
    static int a[N], b[N], wa[N], wb[N];
    for (int i = 0; i < N; i++) {
        a[i] = wa[i] = i;
        b[i] = wb[i] = 2 * i;
    }
    step(a, b, N, 1, 0);
    step(a, b, N, 2, 0);
    step(a, b, N, 3, 2);
    for (int i = 0; i < N; i++) {
        wa[i] += 1;
        wb[i] += wa[i];
        wa[i] += wb[i];
        wa[i] *= 3;
        wa[i] += wb[i];
        if (i == 0)
            wa[i] = -7;
        wb[i] -= 2;
        wa[i] += wb[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == wa[i] && b[i] == wb[i]);

    /* What decides is computed on the device: one thread. */
    #pragma acc kernels copy(a, b)
    {
        if (a[1] > 0)
            for (int i = 0; i < N; i++)
                b[i] = 1;
        else
            for (int i = 0; i < N; i++)
                b[i] = 2;
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == (wa[1] > 0 ? 1 : 2));
    return CHECKED();
}
