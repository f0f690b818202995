/* jacobi.c: Jacobi relaxation, four neighbours, two double loops a sweep. */
/* jacobi.h: the frame of the Jacobi benchmark: sizes, input, serial answer, check. */
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
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, "Map-gv-gv", time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
/* Does `sweeps` Jacobi sweeps over the interior of a[n][m], with b as scratch;
 * the answer is in a. Returns the milliseconds of all sweeps but the first. */
__attribute__((noipa)) static double jacobi(float *restrict a, float *restrict b, int n, int m, int sweeps);
static void reference(float *a, float *b, int n, int m, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] +
                                        a[(i + 1) * m + j]);
        for (int i = 1; i < n - 1; i++)
            memcpy(&a[i * m + 1], &b[i * m + 1], (size_t)(m - 2) * sizeof(float));
    }
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2048, m = n;
    size_t size = (size_t)n * (size_t)m;
    float *a = must_alloc(size * sizeof(float)), *b = must_alloc(size * sizeof(float));
    float *want = must_alloc(size * sizeof(float));
    unsigned seed = 1;
    for (size_t k = 0; k < size; k++)
        want[k] = a[k] = (float)noise(&seed);
    double start = now_ms();
    double time = jacobi(a, b, n, m, 20);
    double total = now_ms() - start;
    reference(want, b, n, m, 20);
    double error = 0;
    for (size_t k = 0; k < size; k++)
        error = fmax(error, 
                           __builtin_isnan (
                           a[k]
                           ) 
                                       ? 
                                         (__builtin_inff ()) 
                                                  : fabs((double)a[k] - (double)want[k]));
    free(a), free(b), free(want);
    /* Values are in [0,1). A sweep averages, so it passes old errors on without
     * growth and adds at most three roundings of its own where one compiler
     * fuses a multiply and an add and the other doesn't. */
    return report("jacobi", time, total, error, 20 * 3 * 6.0e-8);
}
/* Gangs and vector lengths of OpenUH's table for 2048 x 2048. */
static double jacobi(float *restrict a, float *restrict b, int n, int m, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < n - 1; i++) {
#pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] +
                                            a[(i + 1) * m + j]);
                }
            }
#pragma omp parallel for schedule(static)
            for (int i = 1; i < n - 1; i++) {
#pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    a[i * m + j] = b[i * m + j];
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
