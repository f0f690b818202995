/* dgemm.c: matrix product in double precision, the textbook triple loop. */
/* dgemm.h: the frame of the matrix product: sizes, input, serial answer, check. */
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
/* c = a b, n x n, `sweeps` times over. Returns the milliseconds of all but the first. */
__attribute__((noipa)) static double dgemm(const double *restrict a, const double *restrict b, double *restrict c, int n, int sweeps);
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    size_t size = (size_t)n * (size_t)n;
    double *a = must_alloc(size * sizeof(double)), *b = must_alloc(size * sizeof(double));
    double *c = must_alloc(size * sizeof(double));
    unsigned seed = 2;
    for (size_t k = 0; k < size; k++) {
        a[k] = noise(&seed) - 0.5;
        b[k] = noise(&seed) - 0.5;
        c[k] = 
              (__builtin_nanf (""))
                 ;
    }
    double start = now_ms();
    double time = dgemm(a, b, c, n, 3);
    double total = now_ms() - start;
    /* The serial answer, of every row up to 1024 and of 1024 rows beyond (at
     * 8192 all of them would cost an hour); no element may be left unwritten. */
    int step = (n + 1023) / 1024;
    double error = 0;
    for (int i = 0; i < n; i += step) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[(size_t)i * n + k] * b[(size_t)k * n + j];
            error = fmax(error, 
                               __builtin_isnan (
                               c[(size_t)i * n + j]
                               ) 
                                                           ? 
                                                             (__builtin_inff ()) 
                                                                      : fabs(c[(size_t)i * n + j] - sum));
        }
    }
    for (size_t k = 0; k < size; k++)
        if (
           __builtin_isnan (
           c[k]
           )
                      )
            error = 
                   (__builtin_inff ())
                           ;
    free(a), free(b), free(c);
    /* n products below 1/4, summed in any order, fused or not: n roundings each
     * of at most half an ulp of a partial sum below n/4. */
    return report("dgemm", time, total, error, 0.25 * n * n * 1.2e-16);
}
/* Gangs and vector lengths of OpenUH's table for 8192 x 8192. */
static double dgemm(const double *restrict a, const double *restrict b, double *restrict c, int n, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++)
                        sum += a[i * n + k] * b[k * n + j];
                    c[i * n + j] = sum;
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
