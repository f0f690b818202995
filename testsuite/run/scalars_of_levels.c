// A scalar that one iteration of a vector loop assigns and the gang reads behind the loop is the gang's, wherever it is
// declared; one that each iteration assigns first is the iteration's own.
// expect: device kernels=4
#include "check.h"

int main(void)
{
    enum { N = 20, M = 100 };
    int a[N][M], out[N], key = 7, pos, j;
    double sums[N][M], t;
    for (int i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = j == i * 4 + 1 ? 7 : 0;

    #pragma acc parallel loop gang copyin(a) copyout(out)
    for (int i = 0; i < N; i++) {
        int own = -1;
        #pragma acc loop vector
        for (j = 0; j < M; j++)
            if (a[i][j] == key)
                own = j;
        out[i] = own;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i * 4 + 1);

    #pragma acc parallel loop gang copyin(a) copyout(out)
    for (int i = 0; i < N; i++) {
        pos = -1;
        #pragma acc loop vector
        for (j = 0; j < M; j++)
            if (a[i][j] == key)
                pos = j + 1;
        out[i] = pos;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i * 4 + 2);

    #pragma acc parallel loop gang num_workers(4) copyin(a) copyout(sums)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker
        for (int w = 0; w < 5; w++) {
            pos = 0;
            #pragma acc loop vector
            for (j = 0; j < M / 5; j++) {
                t = a[i][w * (M / 5) + j];
                if (t == key)
                    pos = j + 1;
            }
            #pragma acc loop vector
            for (j = 0; j < M / 5; j++)
                sums[i][w * (M / 5) + j] = pos;
        }
    }
    for (int i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK(sums[i][j] == (j / 20 == (i * 4 + 1) / 20 ? (i * 4 + 1) % 20 + 1 : 0));

    #pragma acc parallel loop gang private(t) copyin(a) copyout(sums)
    for (int i = 0; i < N; i++) {
        t = i;
        sums[i][0] = t;
        #pragma acc loop vector
        for (j = 0; j < M; j++) {
            t = a[i][j];
            for (int k = 0; k < 3; k++)
                t += k;
            sums[i][j] = t;
        }
    }
    for (int i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK(sums[i][j] == a[i][j] + 3);
    return CHECKED();
}
