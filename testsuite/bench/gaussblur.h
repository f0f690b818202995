/* gaussblur.h: the frame of the Gaussian blur: sizes, weights, input, serial answer, check. */
#include "bench.h"
#ifndef N
#define N 1024
#endif
#ifndef SWEEPS
#define SWEEPS 20
#endif

/* The binomial 5 x 5 window; its sum is 256. */
#define WEIGHTS                                                                                              \
    {                                                                                                        \
        {1.f, 4.f, 6.f, 4.f, 1.f}, {4.f, 16.f, 24.f, 16.f, 4.f}, {6.f, 24.f, 36.f, 24.f, 6.f},                \
            {4.f, 16.f, 24.f, 16.f, 4.f}, {1.f, 4.f, 6.f, 4.f, 1.f},                                          \
    }

/* out = in blurred, but for a border of two, `sweeps` times over. Returns the
 * milliseconds of all but the first. */
APART static double gaussblur(int n, float (*restrict in)[n], float (*restrict out)[n], const float w[5][5], int sweeps);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    const float w[5][5] = WEIGHTS;
    size_t bytes = (size_t)n * (size_t)n * sizeof(float);
    float(*in)[n] = must_alloc(bytes), (*out)[n] = must_alloc(bytes);
    unsigned seed = 3;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            in[i][j] = (float)noise(&seed);
            out[i][j] = -1.f;
        }

    double start = now_ms();
    double time = gaussblur(n, in, out, w, SWEEPS);
    double total = now_ms() - start;

    double error = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float want = -1.f;
            if (i >= 2 && i < n - 2 && j >= 2 && j < n - 2) {
                float sum = 0.f;
                for (int di = 0; di < 5; di++)
                    for (int dj = 0; dj < 5; dj++)
                        sum += w[di][dj] * in[i + di - 2][j + dj - 2];
                want = sum / 256.f;
            }
            error = fmax(error, isnan(out[i][j]) ? INFINITY : fabs((double)out[i][j] - (double)want));
        }
    free(in), free(out);
    /* 25 products, fused or not, summed in any order to below 256: 50 roundings
     * of half an ulp, divided by 256, so at most 50 * 2^-24. */
    return report("gaussblur", time, total, error, 50 * 6.0e-8);
}
