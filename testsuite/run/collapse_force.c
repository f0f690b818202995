// collapse with force where code stands before and behind the inner loop, also where that has no trips; tight below.
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 19
#define M 41
#define L 3

int main(int argc, char **argv)
{
    static double a[N][M], first[N], last[N];
    static int cube[N][M][L], rows[N], edge[N];
    double scale = -1.0;
    int none = argc - 1;
    (void)argv;
    #pragma acc parallel copyin(a) copyout(first, last)
    #pragma acc loop collapse(force:2)
    for (int i = 0; i < N; i++) {
        first[i] = 0.5 * i;
        for (int j = 0; j < none; j++)
            a[i][j] = -1.0;
        last[i] = 2.0 * first[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(first[i] == 0.5 * i && last[i] == i);

    #pragma acc parallel loop gang vector collapse(force:2) copyout(a)
    for (int i = 0; i < N; i++) {
        scale = first[i] + 1.0;
        for (int j = 0; j < M; j++)
            a[i][j] = scale * j;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == (0.5 * i + 1.0) * j);

    #pragma acc parallel loop collapse(force:3) copyout(cube, rows)
    for (int i = 0; i < N; i++) {
        int base = 100 * i;
        rows[i] = base;
        for (int j = 0; j < M; j++)
            for (int k = L - 1; k >= 0; k--)
                cube[i][j][k] = base + j * L + k;
    }
    #pragma acc kernels loop collapse(force:2) copy(cube) copyout(edge)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            cube[i][j][0] += 1;
        edge[i] = i;
    }
    for (int i = 0; i < N; i++) {
        CHECK(rows[i] == 100 * i && edge[i] == i);
        for (int j = 0; j < M; j++)
            for (int k = 0; k < L; k++)
                CHECK(cube[i][j][k] == 100 * i + j * L + k + (k == 0));
    }

    // Counters in a private clause: the loop around keeps its own for those inside.
    int i, j;
    #pragma acc parallel loop collapse(force:2) private(i, j) copyout(a)
    for (i = 0; i < N; i++) {
        const int five = 5;
        for (j = 0; j < M; j++)
            a[i][j] = i + j + five;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            CHECK(a[i][j] == i + j + 5);
    return CHECKED();
}
