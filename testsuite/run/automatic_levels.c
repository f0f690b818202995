// Loops without a directive inside a loop that has no level: they get the lanes where they run along memory, and the loop outside keeps
// them where it does so itself, or where much else is to do.
// report: #pragma acc loop vector(128) /* threadIdx.x */ [automatic]
// report: one lane would do what else there is
// report: #pragma acc loop vector(by row length)
// launch: automatic_levels_rows_47 grid=70x1x1 block=128x1x1
// launch: automatic_levels_columns_62 grid=2x1x1 block=128x1x1
// launch: automatic_levels_stencil_79 grid=68x1x1 block=128x1x1
// launch: automatic_levels_short_rows_100 grid=70x1x1 block=64x1x1
// launch: automatic_levels_sparse_118 grid=1x1x1 block=1x128x1
// launch: automatic_levels_mostly_in_order_134 grid=1x1x1 block=128x1x1
// expect: device kernels=9
#include "check.h"
#define N 70
#define M 131

static double a[N][M], b[N][M], x[M], y[N], square[N][N], left[N][N], right[N][N];
static int start[N + 1], column[N * 5];
static double value[N * 5];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        y[i] = i % 5;
        for (int j = 0; j < M; j++) {
            a[i][j] = (7 * i + 3 * j) % 19;
            b[i][j] = -1;
        }
        for (int j = 0; j < N; j++) {
            left[i][j] = (i + 2 * j) % 7;
            right[i][j] = (3 * i + j) % 5;
        }
    }
    for (int j = 0; j < M; j++) x[j] = j % 4;
    start[0] = 0;
    for (int i = 0; i < N; i++) {
        start[i + 1] = start[i] + i % 6;
        for (int k = start[i]; k < start[i + 1]; k++) {
            column[k] = (11 * k) % M;
            value[k] = k % 13;
        }
    }
}

static void rows(void)
{
#pragma acc parallel loop copyin(a, x) copyout(y)
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < M; j++) sum += a[i][j] * x[j];
        y[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < M; j++) sum += a[i][j] * x[j];
        CHECK(y[i] == sum);
    }
}

static void columns(void)
{
#pragma acc parallel loop copyin(a) copy(x) copyin(y)
    for (int j = 0; j < M; j++) {
        double sum = x[j];
        for (int i = 0; i < N; i++) sum += a[i][j] * y[i];
        x[j] = sum;
    }
    for (int j = 0; j < M; j++) {
        double sum = j % 4;
        for (int i = 0; i < N; i++) sum += a[i][j] * y[i];
        CHECK(x[j] == sum);
    }
}

/* The largest change is the clause's, the loop inside adds to it. */
static void stencil(void)
{
    double most = 0;
#pragma acc parallel loop copyin(a) copy(b) reduction(max : most)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++) {
            b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];
            double change = b[i][j] - a[i][j];
            if (change > most) most = change;
        }
    double want = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int inside = i > 0 && j > 0 && i < N - 1 && j < M - 1;
            double sum = inside ? a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j] : -1;
            CHECK(b[i][j] == sum);
            if (inside && sum - a[i][j] > want) want = sum - a[i][j];
        }
    CHECK(most == want && want > 0);
}

/* Two warps are enough for forty iterations. */
static void short_rows(void)
{
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++) b[i][j] = 2 * a[i][j] + i;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 40; j++) CHECK(b[i][j] == 2 * a[i][j] + i);
}

static void few(void)
{
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 3; j++) b[i][j] = 3 * a[i][j] + i;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 3; j++) CHECK(b[i][j] == 3 * a[i][j] + i);
}

static void sparse(void)
{
#pragma acc parallel loop copyin(start, column, value, x) copyout(y)
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
        y[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
        CHECK(y[i] == sum);
    }
}

/* The sums along the row would be one lane's. */
static void mostly_in_order(void)
{
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) b[i][j] = a[i][j];
        for (int j = 1; j < M; j++) b[i][j] += b[i][j - 1];
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < M; j++) {
            sum += a[i][j];
            CHECK(b[i][j] == sum);
        }
    }
}

static void check_product(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += left[i][k] * right[k][j];
            CHECK(square[i][j] == sum);
            square[i][j] = 0;
        }
}

/* Of two loops inside, the one along the rows; with both loops outside collapsed there is nothing to gain. */
static void product(void)
{
#pragma acc parallel loop copyin(left, right) copy(square)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += left[i][k] * right[k][j];
            square[i][j] = sum;
        }
    check_product();
#pragma acc parallel loop collapse(2) copyin(left, right) copy(square)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += left[i][k] * right[k][j];
            square[i][j] = sum;
        }
    check_product();
}

int main(void)
{
    fill();
    rows();
    columns();
    stencil();
    short_rows();
    few();
    sparse();
    mostly_in_order();
    product();
    return CHECKED();
}
