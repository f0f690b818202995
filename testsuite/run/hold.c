// Data that stays on the device until the host's loop around the regions ends, where nothing in the loop's host code uses it.
// expect: sim kernels=311 uploads<=64 downloads<=64
// expect: multicore uploads=0
#include "check.h"
#include <math.h>
#include <stdlib.h>

enum { N = 60, M = 40, STEPS = 50 };

/* Pointers change places, the sections overlap, a sum goes back in each step. */
static double heat(double *first, int n, int m)
{
    double *a = first, *b = malloc(sizeof(double) * n * m), *other = b;
    for (int i = 0; i < n * m; i++)
        b[i] = a[i];
    double change = 1;
    int step;
    for (step = 0; step < STEPS && change > 0; step++) {
        change = 0;
        #pragma acc kernels
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i * m + j] = (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]) / 4;
        #pragma acc kernels
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                change = fmax(change, fabs(b[i * m + j] - a[i * m + j]));
        if (step == 7 && change > 1000)
            printf("step %d: %g\n", step, change);
        double *s = a;
        a = b;
        b = s;
    }
    double sum = step;
    for (int i = 0; i < n * m; i++)
        sum += a[i] * (i % 7);
    free(other);
    return sum;
}

static float grid[N][M], next[N][M];

/* Arrays with names; loops inside of loops: the outer one holds. */
static double automaton(void)
{
    for (int outer = 0; outer < 10; outer++)
        for (int inner = 0; inner < STEPS / 10; inner++) {
            #pragma acc kernels
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < M - 1; j++)
                    next[i][j] = grid[i - 1][j] - grid[i][j] / 2 + grid[i][j + 1];
            #pragma acc kernels
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < M - 1; j++)
                    grid[i][j] = next[i][j] - 3 * (int)(next[i][j] / 3);
        }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += grid[i][j] * (i - j);
    return sum;
}

/* Ways out of a loop: what was written is back behind each. */
static int leave(int *v, int n, int how)
{
    int turn = 0;
    do {
        #pragma acc kernels
        for (int i = 0; i < n; i++)
            v[i] += i ^ turn;
        #pragma acc kernels
        for (int i = 0; i < n; i++)
            v[i] *= 3;
        turn++;
        if (turn == 25 && how == 0)
            break;
        if (turn == 25 && how == 1)
            return turn;
        if (turn == 25 && how == 2)
            goto out;
    } while (turn < STEPS);
out:
    return -turn;
}

/* Loops without braces, which end where the construct does. */
static int bare(int *v, int n)
{
    int turn = 0;
    for (int t = 0; t < 3; t++)
        #pragma acc kernels
        for (int i = 0; i < n; i++)
            v[i] += t * i;
    while (turn++ < 2)
        #pragma acc kernels
        {
            for (int i = 0; i < n; i++)
                v[i] ^= turn;
        }
    if (n > 3)
        for (int t = 0; t < 2; t++)
            #pragma acc parallel loop
            for (int i = 0; i < n; i++)
                v[i] = v[i] * 2 + i;
    else
        v[0] = 3;
    do
        #pragma acc kernels
        for (int i = 0; i < n; i++)
            v[i] -= i / 3;
    while (turn-- > 0);
    int sum = 7;
    for (int i = 0; i < n; i++)
        sum = sum * 3 % 1000003 + v[i];
    return sum;
}

int main(void)
{
    double *a = malloc(sizeof(double) * N * M);
    for (int i = 0; i < N * M; i++)
        a[i] = i % 13;
    double h = heat(a, N, M);
    CHECK(fabs(h - 43027.70824) < 1e-4);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            grid[i][j] = (i * j) % 5;
    double g = automaton();
    CHECK(fabs(g + 3798.402334) < 1e-4);
    int v[100];
    long sum = 0;
    for (int how = 0; how < 2; how++) {
        for (int i = 0; i < 100; i++)
            v[i] = i;
        sum = sum * 7 + leave(v, 100, how);
        for (int i = 0; i < 100; i++)
            sum = sum * 31 + v[i];
    }
    sum += bare(v, 100);
    CHECK(sum == -3430278183049055634);
    printf("%.10g %.10g %ld\n", h, g, sum);
    free(a);
    return CHECKED();
}
