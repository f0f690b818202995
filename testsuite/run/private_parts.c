// Several parts of one array, and of what one pointer leads to, that are private or firstprivate: one copy has them all.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 200

static void arrays(void)
{
    int w[6] = {1, 2, 3, 4, 5, 6}, o[N];
    #pragma acc parallel loop private(w[0], w[1]) copyout(o)
    for (int i = 0; i < N; i++) {
        w[0] = i;
        w[1] = 2 * i;
        o[i] = w[0] + w[1];
    }
    CHECK(o[N - 1] == 3 * (N - 1));
#ifdef _OPENACC
    CHECK(w[0] == 1 && w[1] == 2);
#endif
    w[0] = 1, w[1] = 2;
    #pragma acc parallel loop firstprivate(w[0:2], w[4:2]) copyout(o)
    for (int i = 0; i < N; i++)
        o[i] = i + w[0] + w[1] + w[4] + w[5];
    CHECK(o[7] == 7 + 14);
    #pragma acc parallel firstprivate(w[3]) firstprivate(w[0]) copyout(o)
    {
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            o[i] = i + w[3] + w[0];
    }
    CHECK(o[N - 1] == N + 4);
}

static void pointers(int *p, int a, int b, int n)
{
    int o[N];
    #pragma acc parallel loop private(p[a:n]) private(p[b:n]) copyout(o)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < n; k++) {
            p[a + k] = i;
            p[b + k] = k;
        }
        o[i] = p[a] + p[b + n - 1];
    }
    CHECK(o[N - 1] == N - 1 + n - 1);
#ifdef _OPENACC
    for (int i = 0; i < 9; i++)
        CHECK(p[i] == 10 + i);
#endif
    for (int i = 0; i < 9; i++)
        p[i] = 10 + i;
    #pragma acc parallel loop firstprivate(p[a:n], p[b:n]) copyout(o)
    for (int i = 0; i < N; i++)
        o[i] = i + p[a] + p[a + n - 1] + 10 * p[b];
    CHECK(o[3] == 3 + p[a] + p[a + n - 1] + 10 * p[b]);
}

int main(void)
{
    int p[9] = {10, 11, 12, 13, 14, 15, 16, 17, 18};
    arrays();
    pointers(p, 6, 1, 3);
    return CHECKED();
}
