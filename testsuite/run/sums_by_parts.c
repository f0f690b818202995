// Sums of floating-point numbers in loops of every kind of head: on the cores they are made of parts of the iterations, of which each
// belongs to one part. The numbers are whole, so that any order gives the same.
// expect: device kernels=11
#include "check.h"

enum { N = 3001 };
static double w[N], m[40][4];

static double plain(long from, long to, long step)
{
    double s = 0;
    for (long i = from; step > 0 ? i < to : i > to; i += step)
        s += w[i];
    return s;
}

int main(void)
{
    int i, n = N, lo = 3, longest = 0;
    double up = 0.5, closed = 0, down = 1, steps = 0, apart = 0, unsign = 0, walk = 0, none = 7, both = 0, product = 1;
    float narrow = 0;
    double (*row)[4], second = 0;
    const double *p;
    unsigned q;
    for (i = 0; i < N; i++)
        w[i] = (i * 7) % 11 - 3;
    for (i = 0; i < 160; i++)
        m[i / 4][i % 4] = i;
#pragma acc data copyin(w, m)
    {
#pragma acc parallel loop reduction(+:up)
        for (i = 0; i < n; i++)
            up += w[i];
#pragma acc parallel loop reduction(+:closed) reduction(max:longest)
        for (int k = lo; k <= n - 2; k++) {
            closed += w[k];
            longest = k > longest ? k : longest;
        }
#pragma acc parallel loop reduction(+:down)
        for (i = n - 1; i >= 0; i--)
            down += w[i];
#pragma acc parallel loop reduction(+:steps)
        for (long long k = lo; k < n; k += 7)
            steps += w[k];
#pragma acc parallel loop reduction(+:apart)
        for (i = n - 5; i > lo; i -= 4)
            apart += w[i];
#pragma acc parallel loop reduction(+:unsign)
        for (q = 5; q != (unsigned)n - 2; q++)
            unsign += w[q];
#pragma acc parallel loop reduction(+:walk)
        for (p = w + 7; p < w + N - 1; p += 2)
            walk += *p;
#pragma acc parallel loop reduction(+:second)
        for (row = m; row < m + 40; row++)
            second += (*row)[1];
#pragma acc parallel loop reduction(+:narrow)
        for (unsigned char k = 1; k < 200; k++)
            narrow += (float)w[k];
#pragma acc parallel loop reduction(+:none)
        for (i = n; i < lo; i++)
            none += w[i];
#pragma acc parallel loop reduction(+:both) reduction(*:product)
        for (i = 0; i < n; i++) {
            double four = 0;
            for (int j = i; j < i + 4 && j < n; j++)
                four += w[j];
            both += four;
            product *= i % 500 == 3 ? 2 : 1;
        }
    }
    double rows = 0, seconds = 0;
    for (int r = 0; r < 40; r++)
        seconds += m[r][1];
    for (int r = 0; r < N; r++)
        rows += plain(r, r + 4 < N ? r + 4 : N, 1);
    CHECK(up == plain(0, N, 1) + 0.5);
    CHECK(closed == plain(3, N - 1, 1) && longest == N - 2);
    CHECK(down == plain(0, N, 1) + 1);
    CHECK(steps == plain(3, N, 7));
    CHECK(apart == plain(N - 5, 3, -4));
    CHECK(unsign == plain(5, N - 2, 1));
    CHECK(walk == plain(7, N - 1, 2));
    CHECK(narrow == (float)plain(1, 200, 1));
    CHECK(second == seconds);
    CHECK(none == 7);
    CHECK(both == rows && product == 64);
    return CHECKED();
}
