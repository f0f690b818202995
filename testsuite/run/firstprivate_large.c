// firstprivate arrays and structs that a kernel's parameters have no room for go through device memory: one upload each, and
// a construct's gangs start from the values that the host had when it was met, also on a queue.
// expect: device kernels=6 uploads=14 downloads=6
// expect: multicore host_kernels=6
#include "check.h"
#define N 6000
#define M 1000

struct big {
    int n;
    double v[700];
    char tail[5];
};

static double t[N], out[16], later[3][N];
static float u[300][20];
static long res[M];

int main(void)
{
    struct big s, w;
    s.n = 700;
    w.n = 3;
    for (int i = 0; i < N; i++) {
        t[i] = i;
        u[i / 20][i % 20] = i;
    }
    for (int i = 0; i < 700; i++) {
        s.v[i] = i;
        w.v[i] = 2 * i;
    }
    const int few[4] = { 1, 2, 3, 4 };

    // Only read: the uploaded copy is used as it is; what is small stays a parameter.
    #pragma acc parallel loop firstprivate(t, u, s, few) copyout(out)
    for (int i = 0; i < 16; i++) out[i] = t[i * 300] + u[i][3] + s.v[i] + s.n + few[i % 4];
    for (int i = 0; i < 16; i++) CHECK(out[i] == i * 300 + (i * 20 + 3) + i + 700 + i % 4 + 1);

    // Written: each gang changes a copy of its own.
    #pragma acc parallel num_gangs(5) firstprivate(t, w) copy(res)
    {
        #pragma acc loop gang
        for (int i = 0; i < M; i++) {
            double sum = 0;
            #pragma acc loop vector reduction(+:sum)
            for (int k = 0; k < N; k++) sum += t[k];
            res[i] = sum + w.v[5] + w.n;
        }
        for (int k = 0; k < N; k++) t[k] += 1;
        w.n += 1;
        w.v[5] += 1;
        #pragma acc loop gang
        for (int i = 0; i < M; i++) {
            double sum = 0;
            #pragma acc loop vector reduction(+:sum)
            for (int k = 0; k < N; k++) sum += t[k];
            res[i] += sum + w.v[5] + w.n;
        }
    }
    for (int i = 0; i < M; i++) CHECK(res[i] == 2 * (5999 * 3000L) + N + 13 + 15);
#ifdef _OPENACC
    for (int k = 0; k < N; k++) CHECK(t[k] == k);
    CHECK(w.n == 3 && w.v[5] == 10);
#endif

    // On a queue: what the program stores behind the construct doesn't reach it.
    for (int q = 0; q < 3; q++) {
        for (int k = 0; k < N; k++) t[k] = k + q;
        s.n = q;
        #pragma acc parallel loop firstprivate(t, s) copyout(later[q:1]) async(1)
        for (int k = 0; k < N; k++) later[q][k] = t[N - 1 - k] + s.n;
        for (int k = 0; k < N; k++) t[k] = -1;
        s.n = -1;
    }
    #pragma acc wait
    for (int q = 0; q < 3; q++)
        for (int k = 0; k < N; k++) CHECK(later[q][k] == N - 1 - k + 2 * q);

    #pragma acc serial firstprivate(t) copyout(res[0:1])
    {
        t[7] += 8;
        res[0] = t[7] + t[8];
    }
    CHECK(res[0] == 6);
    return CHECKED();
}
