// Rows that an array of pointers leads to may be any memory: that the array itself lies apart from what is written says nothing of them. So
// the program asks about each row. Here they overlap, so loops run in order and stay one.
// env: ACCRS_LEAST_WORK=0
// report: if q and rows don't overlap, which is checked at run time
// expect: multicore host_kernels=3 in_order=3
// expect: device kernels=3 in_order=4
#include "check.h"

enum { N = 128 };

static double a[N][N], s[N], q[N], *rows[N];

static void one(int n)
{
    int i;
#pragma acc kernels
    for (i = 1; i < n; i++)
        q[i] = rows[0][i - 1] + 1;
}

static void two(int n)
{
    int i, j;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        q[i] = 0;
        for (j = 0; j < n; j++) {
            s[j] += rows[i][j];
            q[i] += rows[i][j];
        }
    }
}

static void of_locals(int n)
{
    double *here[2] = {s, q};
#pragma acc kernels
    for (int i = 1; i < n; i++)
        s[i] = here[0][i - 1] + here[1][i];
}

int main(void)
{
    rows[0] = q;
    one(N);
    for (int i = 0; i < N; i++)
        CHECK(q[i] == i);

    for (int i = 0; i < N; i++) {
        rows[i] = i == 5 ? s : a[i];
        for (int j = 0; j < N; j++)
            a[i][j] = i % 3 + 1;
    }
    two(N);
    /* Row 5 is the sums so far, which it doubles. */
    double each = 0, fifth = 0;
    for (int i = 0; i < N; i++) {
        fifth = i == 5 ? N * 2 * each : fifth;
        each += i == 5 ? each : i % 3 + 1;
    }
    CHECK(s[7] == each && q[5] == fifth && q[6] == N && q[N - 1] == N * ((N - 1) % 3 + 1));

    for (int i = 0; i < N; i++)
        s[i] = 0, q[i] = 1;
    of_locals(N);
    CHECK(s[N - 1] == N - 1);
    return CHECKED();
}
