/* wave13pt.c: the wave equation, fourth order in space: a 13-point stencil. */
/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
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
