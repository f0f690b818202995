// switch around vector loops: in a gang loop (all threads agree) and in a worker loop (they don't); falling through, break, continue.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 23
#define M 37

static void row(int kind, int *a, int *mark)
{
    switch (kind) {
    case 0:
        for (int j = 0; j < M; j++)
            a[j] += 1;
        *mark += 1;
        break;
    case 1:
        return;
    case 4:
    case 2:
        *mark += 10;
        /* fall through */
    case 3: {
        int limit = *mark;
        for (int j = M - 1; j >= 0; j--)
            a[j] += limit + j;
        break;
    }
    default:
        *mark += 100;
        for (int j = 0; j < M; j++)
            a[j] += 1000;
    }
    *mark += 5;
}

int main(void)
{
    static int a[N][M], mark[N], want[N][M], marks[N];
    #pragma acc parallel num_gangs(3) vector_length(32) copy(a, mark)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        switch (i % 6) {
        case 0:
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] += 1;
            mark[i] += 1;
            break;
        case 1:
            continue;
        case 4:
        case 2:
            mark[i] += 10;
            /* fall through */
        case 3: {
            int limit = mark[i];
            #pragma acc loop vector
            for (int j = M - 1; j >= 0; j--)
                a[i][j] += limit + j;
            break;
        }
        default:
            mark[i] += 100;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] += 1000;
        }
        mark[i] += 5;
    }
    #pragma acc parallel num_gangs(2) num_workers(4) vector_length(32) copy(a, mark)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        switch (i % 6) {
        case 0:
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] += 1;
            mark[i] += 1;
            break;
        case 1:
            continue;
        case 4:
        case 2:
            mark[i] += 10;
            /* fall through */
        case 3: {
            int limit = mark[i];
            #pragma acc loop vector
            for (int j = M - 1; j >= 0; j--)
                a[i][j] += limit + j;
            break;
        }
        default:
            mark[i] += 100;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] += 1000;
        }
        mark[i] += 5;
    }
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < N; i++)
            row(i % 6, want[i], &marks[i]);
    for (int i = 0; i < N; i++) {
        CHECK(mark[i] == marks[i]);
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == want[i][j]);
    }
    return CHECKED();
}
