// Scalars declared at function scope and assigned in worker and vector loops with no private clause.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 37
#define M 51

int main(void)
{
    static double a[N][M], b[N][M];
    double t, u;
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = i + 0.25 * j;
    #pragma acc parallel loop gang num_gangs(4) num_workers(4) vector_length(32) copyin(a) copyout(b)
    for (i = 0; i < N; i++) {
        t = i * 2.0;
        #pragma acc loop worker vector
        for (j = 0; j < M; j++) {
            u = a[i][j] + t;
            k = j % 2;
            b[i][j] = k ? u : -u;
        }
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK(b[i][j] == (j % 2 ? 1 : -1) * (i + 0.25 * j + 2.0 * i));
    #pragma acc kernels copyin(a) copyout(b)
    for (i = 0; i < N; i++) {
        for (j = 0; j < M; j++) {
            u = a[i][j];
            t = u * u;
            b[i][j] = t + u;
        }
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK(b[i][j] == a[i][j] * a[i][j] + a[i][j]);
    return CHECKED();
}
