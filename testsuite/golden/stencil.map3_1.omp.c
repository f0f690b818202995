/* stencil.c: seven-point stencil on a grid of 512 x 512 x 64. */
/* stencil.h: the frame of the seven-point stencil: sizes, input, serial answer, check. */
/* bench.h: what the six benchmarks share: the names of OpenUH's loop mappings
 * (LCPC 2013, tables "Double/Triple Nested Loop Mapping"), the clauses that
 * spell each of them, a clock, and the closing report.
 *
 * A benchmark is compiled with -DVARIANT=MAP_GV_GV (or another name below) and
 * defines, per variant, the gang and vector numbers of the paper's tables as
 * G1, V1 (outermost loop), G2, V2, G3, V3. Each may be replaced on the command
 * line (-DG1=3 -DV2=7), which is how odd topologies are tested.
 */
/* PRAGMA(acc loop OUTER): a directive whose clauses are macros. */
/* Keeps what main knows (sizes, coefficients) out of the timed function, so that
 * every compiler compiles it for any input. */
static double now_ms(void)
{
    struct timespec t;
    clock_gettime(
                 1
                                , &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}
static void *must_alloc(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(
               stderr
                     , "bench: no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return p;
}
/* A small deterministic generator: the same input for every compiler. */
static double noise(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}
/* time_ms is all sweeps but the first (which pays for loading the kernel and
 * starting threads); error and tolerance are relative to the largest value. */
static int report(const char *name, double time_ms, double total_ms, double error, double tolerance)
{
    int pass = error <= tolerance; /* a NaN fails */
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, "Map3-1", time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
/* The loops run over x, y, z. The index that the mapping puts on thread.x is the
 * contiguous one: z, but for Map3-3, whose outermost loop is thread.x. */
/* `sweeps` times out = stencil of in over the interior. Returns the milliseconds
 * of all but the first. */
__attribute__((noipa)) static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps);
int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 512, ny = argc > 2 ? atoi(argv[2]) : 512;
    int nz = argc > 3 ? atoi(argv[3]) : 64;
    size_t size = (size_t)nx * (size_t)ny * (size_t)nz;
    float *in = must_alloc(size * sizeof(float)), *out = must_alloc(size * sizeof(float));
    unsigned seed = 4;
    for (size_t k = 0; k < size; k++) {
        in[k] = (float)noise(&seed);
        out[k] = -1.f;
    }
    const float c0 = 1.f / 6.f, c1 = 1.f / 36.f;
    double start = now_ms();
    double time = stencil(in, out, nx, ny, nz, c0, c1, 6);
    double total = now_ms() - start;
    double error = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                float want = -1.f, got = out[(((i) * ny + (j)) * nz + (k))];
                if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1)
                    want = c1 * (in[(((i) * ny + (j)) * nz + (k + 1))] + in[(((i) * ny + (j)) * nz + (k - 1))] + in[(((i) * ny + (j + 1)) * nz + (k))] +
                                 in[(((i) * ny + (j - 1)) * nz + (k))] + in[(((i + 1) * ny + (j)) * nz + (k))] + in[(((i - 1) * ny + (j)) * nz + (k))]) -
                           in[(((i) * ny + (j)) * nz + (k))] * c0;
                error = fmax(error, 
                                   __builtin_isnan (
                                   got
                                   ) 
                                              ? 
                                                (__builtin_inff ()) 
                                                         : fabs((double)got - (double)want));
            }
    free(in), free(out);
    /* One product more or less is rounded where a compiler fuses. */
    return report("stencil", time, total, error, 2 * 6.0e-8);
}
/* Gangs and vector lengths of OpenUH's table for 512 x 512 x 64. */
/* topology3.h: G1 ... V3 of a triple loop: the command line's, else the paper's. */
static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < nx - 1; i++) {
                for (int j = 1; j < ny - 1; j++) {
#pragma omp simd
                    for (int k = 1; k < nz - 1; k++) {
                        out[(((i) * ny + (j)) * nz + (k))] = c1 * (in[(((i) * ny + (j)) * nz + (k + 1))] + in[(((i) * ny + (j)) * nz + (k - 1))] + in[(((i) * ny + (j + 1)) * nz + (k))] +
                                                 in[(((i) * ny + (j - 1)) * nz + (k))] + in[(((i + 1) * ny + (j)) * nz + (k))] + in[(((i - 1) * ny + (j)) * nz + (k))]) -
                                           in[(((i) * ny + (j)) * nz + (k))] * c0;
                    }
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
