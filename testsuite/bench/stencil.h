/* stencil.h: the frame of the seven-point stencil: sizes, input, serial answer, check. */
#include "bench.h"
#ifndef NX
#define NX 512
#endif
#ifndef NY
#define NY 512
#endif
#ifndef NZ
#define NZ 64
#endif
#ifndef SWEEPS
#define SWEEPS 6
#endif

/* The loops run over x, y, z. The index that the mapping puts on thread.x is the
 * contiguous one: z, but for Map3-3, whose outermost loop is thread.x. */
#if VARIANT == MAP3_3
#define AT(i, j, k) (((k) * ny + (j)) * nx + (i))
#else
#define AT(i, j, k) (((i) * ny + (j)) * nz + (k))
#endif

/* `sweeps` times out = stencil of in over the interior. Returns the milliseconds
 * of all but the first. */
APART static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps);

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : NX, ny = argc > 2 ? atoi(argv[2]) : NY;
    int nz = argc > 3 ? atoi(argv[3]) : NZ;
    size_t size = (size_t)nx * (size_t)ny * (size_t)nz;
    float *in = must_alloc(size * sizeof(float)), *out = must_alloc(size * sizeof(float));
    unsigned seed = 4;
    for (size_t k = 0; k < size; k++) {
        in[k] = (float)noise(&seed);
        out[k] = -1.f;
    }
    const float c0 = 1.f / 6.f, c1 = 1.f / 36.f;

    double start = now_ms();
    double time = stencil(in, out, nx, ny, nz, c0, c1, SWEEPS);
    double total = now_ms() - start;

    double error = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                float want = -1.f, got = out[AT(i, j, k)];
                if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1)
                    want = c1 * (in[AT(i, j, k + 1)] + in[AT(i, j, k - 1)] + in[AT(i, j + 1, k)] +
                                 in[AT(i, j - 1, k)] + in[AT(i + 1, j, k)] + in[AT(i - 1, j, k)]) -
                           in[AT(i, j, k)] * c0;
                error = fmax(error, isnan(got) ? INFINITY : fabs((double)got - (double)want));
            }
    free(in), free(out);
    /* One product more or less is rounded where a compiler fuses. */
    return report("stencil", time, total, error, 2 * 6.0e-8);
}
