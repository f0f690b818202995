/* laplacian.c: the discrete Laplacian on a cube of 128 points a side. */
/* laplacian.h: the frame of the Laplacian: sizes, input, serial answer, check. */
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
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, "Map3-3", time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
typedef double grid_t[128][128][128];
/* `sweeps` times lap = discrete Laplacian of u over the interior, spacing h.
 * Returns the milliseconds of all but the first. */
__attribute__((noipa)) static double laplacian(grid_t u, grid_t lap, double h, int sweeps);
int main(void)
{
    double(*u)[128][128] = must_alloc(sizeof(grid_t)), (*lap)[128][128] = must_alloc(sizeof(grid_t));
    unsigned seed = 5;
    for (int i = 0; i < 128; i++)
        for (int j = 0; j < 128; j++)
            for (int k = 0; k < 128; k++) {
                u[i][j][k] = noise(&seed);
                lap[i][j][k] = -1;
            }
    const double h = 0.5;
    double start = now_ms();
    double time = laplacian(u, lap, h, 20);
    double total = now_ms() - start;
    double error = 0;
    for (int i = 0; i < 128; i++)
        for (int j = 0; j < 128; j++)
            for (int k = 0; k < 128; k++) {
                double want = -1;
                if (i > 0 && i < 128 - 1 && j > 0 && j < 128 - 1 && k > 0 && k < 128 - 1)
                    want = (u[i + 1][j][k] + u[i - 1][j][k] + u[i][j + 1][k] + u[i][j - 1][k] + u[i][j][k + 1] +
                            u[i][j][k - 1] - 6.0 * u[i][j][k]) /
                           (h * h);
                error = fmax(error, 
                                   __builtin_isnan (
                                   lap[i][j][k]
                                   ) 
                                                       ? 
                                                         (__builtin_inff ()) 
                                                                  : fabs(lap[i][j][k] - want));
            }
    free(u), free(lap);
    /* h*h is exact; the product with 6 is fused or rounded: one ulp of 6, over h*h. */
    return report("laplacian", time, total, error, 4 * 8.9e-16);
}
/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
/* topology3.h: G1 ... V3 of a triple loop: the command line's, else the paper's. */
static double laplacian(grid_t u, grid_t lap, double h, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < 128 - 1; i++) {
                for (int j = 1; j < 128 - 1; j++) {
#pragma omp simd
                    for (int k = 1; k < 128 - 1; k++) {
                        lap[i][j][k] = (u[i + 1][j][k] + u[i - 1][j][k] + u[i][j + 1][k] + u[i][j - 1][k] +
                                        u[i][j][k + 1] + u[i][j][k - 1] - 6.0 * u[i][j][k]) /
                                       (h * h);
                    }
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
