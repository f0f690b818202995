/* Heat in a square plate whose edges are kept at 0 degrees. Arguments: points on a side, steps.
 *
 * The plate starts with half a wave in each direction. Each step makes it smaller by the same known factor, so the program
 * can tell whether its answer is right. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define R 0.2 /* conductivity * length of a step / distance of points squared */

static void all_steps(int n, int steps, double *restrict u, double *restrict v)
{
#pragma acc kernels
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = u[i * n + j] + R * (u[i * n + j + 1] + u[i * n + j - 1] + u[(i + 1) * n + j] + u[(i - 1) * n + j] - 4 * u[i * n + j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
}

static double heat(int n, const double *u)
{
    double sum = 0;
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < n * n; i++)
        sum += u[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1001, steps = argc > 2 ? atoi(argv[2]) : 200;
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    if (!u || !v)
        return 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = v[i * n + j] = 100 * sin(PI * i / (n - 1)) * sin(PI * j / (n - 1));

    double before, after;
#pragma acc data copyin(u[0 : n * n], v[0 : n * n])
    {
        before = heat(n, u);
        all_steps(n, steps, u, v);
        after = heat(n, u);
    }

    double wanted = pow(1 - 8 * R * pow(sin(PI / 2 / (n - 1)), 2), steps);
    int wrong = !(fabs(after / before - wanted) < 1e-9 * wanted);
    printf("%.9f of the heat is left, which is %s\n", after / before, wrong ? "WRONG" : "right");
    free(u);
    free(v);
    return wrong;
}
