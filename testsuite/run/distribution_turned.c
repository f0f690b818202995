// Loops that become several on the cores, of which the first changes places with the loop in it; and one that stays as it is, since the host can't ask whether its
// pointers overlap.
// run: -O1 -ffp-contract=off
// report: the host's cores run this loop as 2, one after the other, so that threads share more of it: number 1 has line 22
// report: interchanged with the loop at line 21
// env: ACCRS_LEAST_WORK=0
// expect: multicore host_kernels=5
#include "check.h"
#include <string.h>

enum { N = 72 };
static unsigned a[N][N], b[N][N], c[N][N], w[N], x[N];
static double p[N * N], s[N];

#define KEEP unsigned wanted_b[N][N], wanted_c[N][N], wanted_w[N]; memcpy(wanted_b, b, sizeof b); memcpy(wanted_c, c, sizeof c); memcpy(wanted_w, w, sizeof w)

static void steps(int n, int m)
{
    #pragma acc kernels
    for (int i = 1; i < n; i += 2) {
        for (int j = 1; j < m; j++) {
            c[j + 2][j + 1] = 2;
            w[i] += a[i][j];
        }
    }
}
static void both(unsigned n, unsigned m)
{
    unsigned i, j;
    #pragma acc kernels
    for (i = 1; i < n; i++) {
        for (j = 1; j < m; j += 2) {
            c[j][i] = c[j - 1][i] + 2;
            w[i] += a[i][j];
            c[j][j] = 2;
        }
    }
}
static void braces(int n, int m)
{
    int i, j;
    #pragma acc kernels
    { for (i = 1; i < n; i++) { for (j = 1; j < m; j += 2) { b[j][i] = b[j][i - 1] * 3; w[i] += x[j]; } } }
}
static void scalars(int n, int m)
{
    int i, j;
    #pragma acc kernels
    for (i = 3; i < n; i++) {
        for (j = 0; j < m; j++) { unsigned t = 7; w[i] += x[j] + a[i][i]; c[j][j] = t; }
    }
}
static void unasked(int n, int m, int ld, double *p, double *s)
{
    #pragma acc data copy(p[0:N * N], s[0:N])
    #pragma acc kernels
    for (int i = 0; i < n / 2; i++) {
        for (int j = 0; j < m; j++)
            s[i] += 0.5;
        p[i * ld + i] = s[i + 1];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % 11;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j * 5) % 17;
            b[i][j] = i + j;
        }
    }
    {
        KEEP;
        steps(69, 68);
        for (int i = 1; i < 69; i += 2)
            for (int j = 1; j < 68; j++) {
                wanted_c[j + 2][j + 1] = 2;
                wanted_w[i] += a[i][j];
            }
        CHECK(!memcmp(c, wanted_c, sizeof c) && !memcmp(w, wanted_w, sizeof w));
    }
    {
        KEEP;
        both(70, 69);
        for (int i = 1; i < 70; i++)
            for (int j = 1; j < 69; j += 2) {
                wanted_c[j][i] = wanted_c[j - 1][i] + 2;
                wanted_w[i] += a[i][j];
                wanted_c[j][j] = 2;
            }
        CHECK(!memcmp(c, wanted_c, sizeof c) && !memcmp(w, wanted_w, sizeof w));
    }
    {
        KEEP;
        braces(69, 70);
        for (int i = 1; i < 69; i++)
            for (int j = 1; j < 70; j += 2) {
                wanted_b[j][i] = wanted_b[j][i - 1] * 3;
                wanted_w[i] += x[j];
            }
        CHECK(!memcmp(b, wanted_b, sizeof b) && !memcmp(w, wanted_w, sizeof w));
    }
    {
        KEEP;
        scalars(71, 66);
        for (int i = 3; i < 71; i++)
            for (int j = 0; j < 66; j++) {
                wanted_w[i] += x[j] + a[i][i];
                wanted_c[j][j] = 7;
            }
        CHECK(!memcmp(c, wanted_c, sizeof c) && !memcmp(w, wanted_w, sizeof w));
    }
    unasked(68, 4, 71, p, s);
    for (int i = 0; i < 34; i++)
        CHECK(s[i] == 2 && p[i * 72] == 0);
    return CHECKED();
}
