/* ep.c: pairs of normally distributed numbers, made by the polar method of random ones, and counted by the square ring that they are in, as the EP of the
 * NAS benchmarks does. 2^M pairs (argument 1); about 30 operations each, and no memory. */
#include "../result.h"
#include <stdint.h>

enum { RINGS = 10 };

#pragma acc routine seq
static double uniform(uint64_t i)
{
    i = (i + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    i = (i ^ i >> 29) * 0x94d049bb133111ebu;
    return (double)((i ^ i >> 32) >> 11) * 0x1p-53;
}

static double sums[2];
static long rings[RINGS];

static void pairs(long count)
{
    double sx = 0, sy = 0;
    long q[RINGS] = {0};
#pragma acc parallel loop reduction(+ : sx, sy, q)
    for (long i = 0; i < count; i++) {
        double x = 2 * uniform(2 * (uint64_t)i) - 1, y = 2 * uniform(2 * (uint64_t)i + 1) - 1, t = x * x + y * y;
        if (t <= 1 && t > 0) {
            double f = sqrt(-2 * log(t) / t);
            x *= f, y *= f;
            double most = fmax(fabs(x), fabs(y));
            int ring = most < RINGS ? (int)most : RINGS - 1;
            for (int k = 0; k < RINGS; k++)
                q[k] += k == ring;
            sx += x, sy += y;
        }
    }
    sums[0] = sx, sums[1] = sy;
    for (int k = 0; k < RINGS; k++)
        rings[k] = q[k];
}

int main(int argc, char **argv)
{
    long count = 1L << argument(argc, argv, 1, 10), all = 0;
    pairs(64);
    double ms[3];
    for (int r = 0; r < 3; r++) {
        double start = now_ms();
        pairs(count);
        ms[r] = now_ms() - start;
    }
    for (int k = 0; k < RINGS; k++)
        all += rings[k];
    /* A quarter of pi of the pairs is within the circle; two thirds of normal numbers are below 1, so are less than half of the pairs. */
    double spread = 8 / sqrt((double)count), within = (double)all / (double)count, inner = (double)rings[0] / (double)all;
    int right = fabs(within - M_PI / 4) < spread && fabs(inner - 0.46607) < spread && fabs(sums[0]) < 8 * sqrt((double)all);
    print_result("ep", "", 0, 30.0 * (double)count, right, ms, 3);
    printf("{\"item\": \"ep\", \"check\": %.10g}\n", (double)rings[0] + sums[0] * 1e-3 + sums[1] * 1e-3);
    return !right;
}
