/* wave13pt.c: the wave equation, fourth order in space: a 13-point stencil. */
/* wave13pt.h: the frame of the wave equation of fourth order in space (13 points):
 * sizes, input, serial answer, check. */
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
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, "Map3-2", time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
/* Coefficients of the fourth-order second derivative, times the squared Courant number. */
/* One time step at (i, j, k): `next` holds the step before and gets the step after. */
/* `sweeps` (an even number) time steps; u0 and u1 are the two states, and change
 * places after each step. Returns the milliseconds of all but the first two. */
__attribute__((noipa)) static double wave13pt(float *restrict u0, float *restrict u1, int n, int sweeps);
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 128;
    size_t size = ((size_t)n * n * n);
    float *u0 = must_alloc(size * sizeof(float)), *u1 = must_alloc(size * sizeof(float));
    float *w0 = must_alloc(size * sizeof(float)), *w1 = must_alloc(size * sizeof(float));
    unsigned seed = 6;
    for (size_t k = 0; k < size; k++)
        w0[k] = w1[k] = u0[k] = u1[k] = (float)noise(&seed);
    double start = now_ms();
    double time = wave13pt(u0, u1, n, 20);
    double total = now_ms() - start;
    for (int s = 0; s < 20; s++) {
        float *next = s % 2 ? w1 : w0, *now = s % 2 ? w0 : w1;
        for (int i = 2; i < n - 2; i++)
            for (int j = 2; j < n - 2; j++)
                for (int k = 2; k < n - 2; k++)
                    next[(((i) * n + (j)) * n + (k))] = (2.0f * (now)[(((i) * n + (j)) * n + (k))] - (next)[(((i) * n + (j)) * n + (k))] + (-7.5f * 0.1f) * (now)[(((i) * n + (j)) * n + (k))] + (4.0f / 3.0f * 0.1f) * ((now)[((((i) + 1) * n + (j)) * n + (k))] + (now)[((((i) - 1) * n + (j)) * n + (k))] + (now)[(((i) * n + ((j) + 1)) * n + (k))] + (now)[(((i) * n + ((j) - 1)) * n + (k))] + (now)[(((i) * n + (j)) * n + ((k) + 1))] + (now)[(((i) * n + (j)) * n + ((k) - 1))]) + (-1.0f / 12.0f * 0.1f) * ((now)[((((i) + 2) * n + (j)) * n + (k))] + (now)[((((i) - 2) * n + (j)) * n + (k))] + (now)[(((i) * n + ((j) + 2)) * n + (k))] + (now)[(((i) * n + ((j) - 2)) * n + (k))] + (now)[(((i) * n + (j)) * n + ((k) + 2))] + (now)[(((i) * n + (j)) * n + ((k) - 2))]));
    }
    double error = 0, largest = 0;
    for (size_t k = 0; k < size; k++) {
        double d0 = fabs((double)u0[k] - (double)w0[k]), d1 = fabs((double)u1[k] - (double)w1[k]);
        error = fmax(error, 
                           __builtin_isnan (
                           d0
                           ) 
                                     || 
                                        __builtin_isnan (
                                        d1
                                        ) 
                                                  ? 
                                                    (__builtin_inff ()) 
                                                             : fmax(d0, d1));
        largest = fmax(largest, fmax(fabs(w0[k]), fabs(w1[k])));
    }
    free(u0), free(u1), free(w0), free(w1);
    /* A step adds some 16 roundings of half an ulp of the largest value where
     * compilers fuse differently. The scheme is stable at this Courant number, so an
     * error made in one step grows linearly: sum over steps of 16 (s+1) half ulps. */
    double steps = 20;
    return report("wave13pt", time, total, error / largest, 16 * steps * (steps + 1) / 2 * 6.0e-8);
}
/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
/* topology3.h: G1 ... V3 of a triple loop: the command line's, else the paper's. */
/* One time step on the device; both states are there already. */
static void step(float *restrict next, const float *restrict now, int n)
{
#pragma omp parallel for schedule(static)
    for (int i = 2; i < n - 2; i++) {
        for (int j = 2; j < n - 2; j++) {
#pragma omp simd
            for (int k = 2; k < n - 2; k++)
                next[(((i) * n + (j)) * n + (k))] = (2.0f * (now)[(((i) * n + (j)) * n + (k))] - (next)[(((i) * n + (j)) * n + (k))] + (-7.5f * 0.1f) * (now)[(((i) * n + (j)) * n + (k))] + (4.0f / 3.0f * 0.1f) * ((now)[((((i) + 1) * n + (j)) * n + (k))] + (now)[((((i) - 1) * n + (j)) * n + (k))] + (now)[(((i) * n + ((j) + 1)) * n + (k))] + (now)[(((i) * n + ((j) - 1)) * n + (k))] + (now)[(((i) * n + (j)) * n + ((k) + 1))] + (now)[(((i) * n + (j)) * n + ((k) - 1))]) + (-1.0f / 12.0f * 0.1f) * ((now)[((((i) + 2) * n + (j)) * n + (k))] + (now)[((((i) - 2) * n + (j)) * n + (k))] + (now)[(((i) * n + ((j) + 2)) * n + (k))] + (now)[(((i) * n + ((j) - 2)) * n + (k))] + (now)[(((i) * n + (j)) * n + ((k) + 2))] + (now)[(((i) * n + (j)) * n + ((k) - 2))]));
        }
    }
}
static double wave13pt(float *restrict u0, float *restrict u1, int n, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s += 2) {
            if (s == 2)
                start = now_ms();
            step(u0, u1, n);
            step(u1, u0, n);
        }
        time = now_ms() - start;
    }
    return time;
}
