// Nests that go down the columns, and whose loops must stay where they are; the report says why.
// report: not interchanged with the loop at line 34 on the host's cores, though a[j][i] would then be read along memory. The reason: Loop carries a dependence: a[j][i] written
// report: not interchanged with the loop at line 42, though b[j][i] would then be read along memory. The reason: the bounds of the loop at line 42 depend on i
// report: not interchanged with the loop at line 52, though a[j][i] would then be read along memory. The reason: s would be combined in another order
// report: not interchanged with the loop at line 64 on the host's cores, though a[j][i] would then be written along memory. The reason: the value of j after
// report: not interchanged with the loop at line 76, though a[j][i] would then be read along memory. The reason: 'other' is called in it
// report: not interchanged with the loop at line 85 on the host's cores, though a[j][i] would then be written along memory. The reason: last is passed from iteration to iteration
// report: not interchanged with the loop at line 96 on the host's cores, though noted[j][i] would then be written along memory. The reason: noted[j][i] is volatile
// report: not interchanged with the loop at line 116 on the host's cores, though a[j][i] would then be written along memory. The reason: the bounds of the loop at line 116 are not simple
// launch: interchange_refused_given_126 grid=1x1x1 block=16x1x1
// expect: device kernels>=10
// expect: multicore host_kernels=11
#include "check.h"
#include <string.h>
#define N 90

static double a[N][N], b[N][N], want[N][N];
static volatile double noted[N][N];

static double factor = 2;
#pragma acc declare copyin(factor)

#pragma acc routine seq
static double other(double x)
{
    return x * factor;
}

/* From one column to the next, and one row down. */
static void skewed(int n, double (*restrict a)[N])
{
    #pragma acc serial copy(a[0:N])
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            a[j][i] = a[j][i] / 2 + a[j + 1][i - 1];
}

static void triangle(int n, double (*restrict a)[N], const double (*restrict b)[N])
{
    #pragma acc kernels copy(a[0:N]) copyin(b[0:N])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[j][i] = b[j][i] + 1;
}

/* Its sum depends on the order of its terms. */
static double sum(int n, const double (*restrict a)[N])
{
    double s = 0;
    #pragma acc kernels copyin(a[0:N])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[j][i];
    return s;
}

static int behind(int n, double (*restrict a)[N])
{
    int i = 0, j = 0;
    int stop[1];
    #pragma acc serial copy(a[0:N]) copyout(stop)
    {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j += 7)
                a[j][i] += 1;
        stop[0] = j;
    }
    return stop[0];
}

static void called(int n, double (*restrict a)[N], const double (*restrict b)[N])
{
    #pragma acc kernels copy(a[0:N]) copyin(b[0:N])
    for (int i = 0; i < n; i++)
        #pragma acc loop independent
        for (int j = 0; j < n; j++)
            a[j][i] = other(a[j][i]) + b[j][i];
}

static double handed(int n, double (*restrict a)[N])
{
    double last = 0;
    #pragma acc serial copy(a[0:N]) copy(last)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[j][i] += last / 3;
            last = a[j][i];
        }
    return last;
}

static void watched(int n)
{
    #pragma acc serial copy(noted)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            noted[j][i] = i;
}

static void left(int n, double (*restrict a)[N])
{
    #pragma acc serial copy(a[0:N])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j > 5 && i > j)
                break;
            a[j][i] *= 2;
        }
}

/* Without a first iteration of the outer loop nobody may divide. */
static void divided(int n, int by, double (*restrict a)[N])
{
    #pragma acc serial copy(a[0:N])
    for (int i = 0; i < by; i++)
        for (int j = 0; j < n / by; j++)
            a[j][i] += 2;
}

/* The user's own mapping. */
static void given(int n, double (*restrict a)[N])
{
    #pragma acc kernels copy(a[0:N])
    #pragma acc loop seq
    for (int i = 0; i < n; i++)
        #pragma acc loop vector(16)
        for (int j = 0; j < n; j++)
            a[j][i] *= 4;
}

int main(void)
{
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            a[j][i] = 1.0 / (1 + i + 3 * j);
            b[j][i] = i - 0.1 * j;
        }
    memcpy(want, a, sizeof a);
    skewed(N, a);
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N - 1; j++)
            want[j][i] = want[j][i] / 2 + want[j + 1][i - 1];
    CHECK(memcmp(a, want, sizeof a) == 0);
    triangle(N, a, (const double (*)[N])b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            want[j][i] = b[j][i] + 1;
    CHECK(memcmp(a, want, sizeof a) == 0);
    double s = sum(N, (const double (*)[N])a), t = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t += a[j][i];
    CHECK(s - t < 1e-6 && t - s < 1e-6);
    CHECK(behind(N, a) == 91);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j += 7)
            want[j][i] += 1;
    called(N, a, (const double (*)[N])b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            want[j][i] = want[j][i] * 2 + b[j][i];
    CHECK(memcmp(a, want, sizeof a) == 0);
    s = handed(N, a);
    t = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            want[j][i] += t / 3;
            t = want[j][i];
        }
    CHECK(s == t && memcmp(a, want, sizeof a) == 0);
    watched(N);
    CHECK(noted[3][5] == 5 && noted[N - 1][0] == 0);
    left(N, a);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N && !(j > 5 && i > j); j++)
            want[j][i] *= 2;
    CHECK(memcmp(a, want, sizeof a) == 0);
    divided(N, 0, a);
    divided(N, 9, a);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < N / 9; j++)
            want[j][i] += 2;
    given(N, a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            want[j][i] *= 4;
    CHECK(memcmp(a, want, sizeof a) == 0);
    return CHECKED();
}
