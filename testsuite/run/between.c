// Variables declared between the loops of regions: in a loop that the host steps through, in a block, under a condition; scalars of several types,
// constants, arrays, with values from the device's memory or from the host's loop. The loops stay kernels of their own.
// run: -O2 -acc=noautopar
// openmp: the option is accrs's
// expect: sim kernels=927
// expect: multicore host_kernels=9
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdbool.h>
enum { N = 100 };
static double a[N], b[N], m[N][N];
static int cnt[N];
static void shadows(double p)
{
    #pragma acc kernels
    for (int t = 0; t < 5; t++) {
        double q = p * t;
        {
            double p = a[t];
            for (int i = 0; i < N; i++)
                b[i] += p * q;
            p = b[3];
            for (int i = 0; i < N; i++)
                a[i] += p / 1e3 + q;
        }
        double r = p + a[1];
        for (int i = 0; i < N; i++)
            a[i] -= r * 0.25;
    }
}
static void twice(void)
{
    #pragma acc kernels
    {
        for (int t = 0; t < 5; t++) {
            float p = a[t];
            for (int i = 0; i < N; i++)
                a[i] = a[i] * 0.5 + p;
        }
        for (int t = 0; t < 5; t++) {
            int p = (int)b[t] & 7;
            const bool odd = cnt[t] & 1;
            for (int i = p; i < N; i++)
                b[i] = b[i] * 0.5 + (odd ? p : -p);
        }
    }
}
static void counts(void)
{
    #pragma acc kernels
    for (int t = 0; t < 20; t++) {
        int from = cnt[t], to = from + cnt[t + 1];
        for (int i = from; i < to; i++)
            cnt[i % N] += 1;
        unsigned char s = 0;
        for (int i = 0; i < N; i++)
            s += cnt[i];
        for (int i = 0; i < N; i++)
            cnt[i] = (cnt[i] + s) % 50;
    }
}
static void branches(void)
{
    #pragma acc kernels
    for (int t = 0; t < 20; t++) {
        double w, v = 1;
        if (cnt[t] % 2)
            w = a[t];
        else
            w = 2;
        for (int k = 0; k < 3; k++)
            v += w * k;
        if (t % 3 == 1) {
            double z = v + b[t];
            for (int i = 0; i < N; i++)
                b[i] = b[i] * 0.25 + z * 0.125;
        }
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 0.5 + w * 0.25 + v / 64;
    }
}
static void top(void)
{
    #pragma acc kernels async
    {
        double first = a[0], hist[4][2], most;
        for (int i = 0; i < N; i++)
            a[i] -= first;
        hist[0][0] = hist[1][1] = first;
        hist[3][1] = a[5] + b[5];
        for (int i = 0; i < N; i++)
            b[i] += hist[0][0] - hist[3][1];
        first = b[9];
        most = first;
        for (int i = 0; i < N; i++)
            most = fmax(most, b[i]);
        for (int i = 0; i < N; i++)
            a[i] += first - most;
    }
    for (int i = 0; i < 3; i++)
        counts();
    #pragma acc wait
}
static void pivots(int n, double m[n][n])
{
    #pragma acc kernels
    for (int k = 0; k < n - 1; k++) {
        int p = k;
        double big = fabs(m[k][k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > big) {
                big = fabs(m[i][k]);
                p = i;
            }
        for (int j = k; j < n; j++) {
            double t = m[k][j];
            m[k][j] = m[p][j];
            m[p][j] = t;
        }
        double d = 1 / m[k][k];
        for (int i = k + 1; i < n; i++) {
            double f = m[i][k] * d;
            for (int j = k + 1; j < n; j++)
                m[i][j] -= f * m[k][j];
            m[i][k] = f;
        }
    }
}
static int digest(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.75 + x[i];
    printf("%.14g\n", s);
    return 0;
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 9 * 0.5;
        b[i] = i % 5 * 0.25;
        cnt[i] = i * 7 % 23;
        for (int j = 0; j < N; j++)
            m[i][j] = (i * 31 + j * 17) % 101 / 64.0;
    }
    shadows(0.5); digest(a, N); digest(b, N);
    twice(); digest(a, N); digest(b, N);
    counts();
    branches(); digest(a, N); digest(b, N);
    top(); digest(a, N); digest(b, N);
    pivots(N, m); digest(m[0], N * N);
    long s = 0;
    for (int i = 0; i < N; i++) s = s * 31 + cnt[i];
    printf("%ld\n", s);
}
