// Loops that one thread runs where there is too little work for more: what is private stays so, the outer variables keep their values, and
// what the loops ask is asked as it is for threads.
// env: ACCRS_LEAST_WORK=1000
// run: -O2 -Wall -Wextra -Werror
// expect: device in_order=2
// expect: multicore host_kernels=19 in_order=1
#include "check.h"
enum { N = 1000 };
static double a[N], b[N], rows[50][50];
static int counts[4];

static void shifted(double *to, const double *from, int n)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

/* With an n of 8 one thread runs everything. */
static void all(int n)
{
    int i = -5, j = -6;
    double t = 7, sum = 0, most = 0, scratch[3] = { 1, 2, 3 };
    #pragma acc parallel loop private(t, scratch) copy(a[0:n]) copyin(b[0:n])
    for (i = 0; i < n; i++) {
        t = b[i];
        for (j = 0; j < 3; j++)
            scratch[j] = t * j;
        a[i] += scratch[1] + scratch[2];
    }
    CHECK(t == 7);
    CHECK(scratch[0] == 1 && scratch[1] == 2 && scratch[2] == 3);
    #pragma acc parallel loop reduction(+:sum) reduction(max:most) copyin(b[0:n])
    for (i = 0; i < n; i++) {
        sum += b[i];
        most = b[i] > most ? b[i] : most;
    }
    CHECK(sum == n * (n - 1) / 2 && most == n - 1);
    /* A loop under a condition that has no braces, with one in it. */
    if (n > 4)
        #pragma acc parallel loop copy(a[0:n])
        for (i = 0; i < n; i++)
            if (i % 2)
                a[i] += 1;
            else
                a[i] -= 1;
    else
        a[0] = 99;
    #pragma acc parallel loop copy(counts)
    for (i = 0; i < n; i++) {
        #pragma acc atomic update
        counts[i % 4]++;
    }
    /* Short loops in one that is in order, the longer of which threads share. */
    double column = 0;
    #pragma acc kernels copy(rows)
    for (int k = 1; k < 50; k++) {
        double s = 0;
        for (int l = 0; l < k; l++)
            s += rows[k - 1][l];
        for (int l = 0; l < 50; l++)
            rows[k][l] += s + l;
    }
    for (int k = 0; k < 50; k++)
        column += rows[k][1];
    CHECK(column > 0);
    for (int k = 0; k < n; k++)
        CHECK(a[k] == 4 * k + (k % 2 ? 1 : -1));
}

int main(void)
{
    double kept[50];
    for (int round = 0; round < 3; round++) {
        int n = round == 1 ? 8 : N;
        for (int i = 0; i < N; i++) {
            a[i] = b[i] = i;
            counts[i % 4] = 0;
        }
        for (int i = 0; i < 50 * 50; i++)
            rows[i / 50][i % 50] = i < 50 ? i % 3 : 0;
        all(n);
        CHECK(counts[0] == n / 4 && counts[3] == n / 4);
        for (int i = 0; i < 50; i++) {
            if (round)
                CHECK(kept[i] == rows[49][i]);
            kept[i] = rows[49][i];
        }
    }
    /* Overlapping: both lengths run in order, but only the longer one asks. */
    for (int i = 0; i < N; i++)
        a[i] = 0;
    shifted(a + 1, a, 8);
    CHECK(a[8] == 8 && a[9] == 0);
    shifted(a + 1, a, N - 1);
    CHECK(a[N - 1] == N - 1);
    shifted(a, b, N);
    CHECK(a[5] == b[5] + 1);
    shifted(a, b, 8);
    CHECK(a[5] == b[5] + 1);
    return CHECKED();
}
