// Barriers inside loops whose trips differ: triangular nests on worker and vector, some of them empty.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 45

int main(void)
{
    static int a[N][N], sums[N], rows[N];
    #pragma acc parallel num_gangs(3) num_workers(4) vector_length(32) copy(a) copyout(sums)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        int s = 0;
        #pragma acc loop vector reduction(+:s)
        for (int j = 0; j < i; j++) {
            a[i][j] = i + j;
            s += i * j;
        }
        sums[i] = s;
    }
    #pragma acc parallel num_gangs(2) num_workers(5) vector_length(32) copyin(a) copyout(rows)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        int total = 1000;
        #pragma acc loop worker reduction(+:total)
        for (int k = 0; k < i % 7; k++) {
            int part = 0;
            #pragma acc loop vector reduction(+:part)
            for (int j = k; j < i; j++)
                part += a[i][j];
            total += part;
        }
        rows[i] = total;
    }
    for (int i = 0; i < N; i++) {
        int s = 0, total = 1000;
        for (int j = 0; j < i; j++)
            s += i * j;
        for (int k = 0; k < i % 7; k++)
            for (int j = k; j < i; j++)
                total += i + j;
        CHECK(sums[i] == s);
        CHECK(rows[i] == total);
        for (int j = 0; j < N; j++)
            CHECK(a[i][j] == (j < i ? i + j : 0));
    }
    return CHECKED();
}
