/* gaussblur.c: Gaussian blur of an image with a 5 x 5 window. */
/* gaussblur.h: the frame of the Gaussian blur: sizes, weights, input, serial answer, check. */
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
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, "Map-g-gv", time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
/* The binomial 5 x 5 window; its sum is 256. */
/* out = in blurred, but for a border of two, `sweeps` times over. Returns the
 * milliseconds of all but the first. */
__attribute__((noipa)) static double gaussblur(int n, float (*restrict in)[n], float (*restrict out)[n], const float w[5][5], int sweeps);
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024;
    const float w[5][5] = { {1.f, 4.f, 6.f, 4.f, 1.f}, {4.f, 16.f, 24.f, 16.f, 4.f}, {6.f, 24.f, 36.f, 24.f, 6.f}, {4.f, 16.f, 24.f, 16.f, 4.f}, {1.f, 4.f, 6.f, 4.f, 1.f}, };
    size_t bytes = (size_t)n * (size_t)n * sizeof(float);
    float(*in)[n] = must_alloc(bytes), (*out)[n] = must_alloc(bytes);
    unsigned seed = 3;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            in[i][j] = (float)noise(&seed);
            out[i][j] = -1.f;
        }
    double start = now_ms();
    double time = gaussblur(n, in, out, w, 20);
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
            error = fmax(error, 
                               __builtin_isnan (
                               out[i][j]
                               ) 
                                                ? 
                                                  (__builtin_inff ()) 
                                                           : fabs((double)out[i][j] - (double)want));
        }
    free(in), free(out);
    /* 25 products, fused or not, summed in any order to below 256: 50 roundings
     * of half an ulp, divided by 256, so at most 50 * 2^-24. */
    return report("gaussblur", time, total, error, 50 * 6.0e-8);
}
/* Gangs and vector lengths of OpenUH's table for 1024 x 1024. */
static double gaussblur(int n, float (*restrict in)[n], float (*restrict out)[n], const float w[5][5], int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 2; i < n - 2; i++) {
                for (int j = 2; j < n - 2; j++) {
                    float sum = 0.f;
                    for (int di = 0; di < 5; di++) {
                        for (int dj = 0; dj < 5; dj++)
                            sum += w[di][dj] * in[i + di - 2][j + dj - 2];
                    }
                    out[i][j] = sum / 256.f;
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
