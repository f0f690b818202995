// firstprivate sections of asynchronous constructs hold the values of the moment of the construct: the program
// changes and frees the originals while the queue is still busy with an earlier construct.
// expect: device kernels=5
#include "check.h"
#include <stdlib.h>

static void start(int n, const double *w, double a[4], double (*m)[3], double *out, float *busy)
{
    #pragma acc parallel loop gang async(2) copyout(busy[0:n])
    for (int i = 0; i < n; i++) {
        float x = 0;
        for (int k = 0; k < 20000; k++)
            x += (float)k * 0.5f;
        busy[i] = x;
    }
    #pragma acc parallel loop async(2) firstprivate(w[2:n], a[0:4], m[0:n]) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        double own = a[i % 4] + 1;
        out[i] = w[i + 2] + own + m[i][1];
    }
}

int main(void)
{
    int n = 1000;
    double *w = malloc((size_t)(n + 2) * sizeof *w), table[4] = {1, 2, 3, 4};
    double (*m)[3] = malloc((size_t)n * sizeof *m);
    double *out = malloc((size_t)n * sizeof *out);
    float *busy = malloc((size_t)n * sizeof *busy);
    for (int i = 0; i < n + 2; i++)
        w[i] = i;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            m[i][k] = k * 1000;
    start(n, w, table, m, out, busy);
    for (int i = 0; i < n + 2; i++)
        w[i] = 1e6;
    for (int i = 0; i < n; i++)
        m[i][1] = 7;
    table[0] = 1000;
    free(w);
    #pragma acc wait
    for (int i = 0; i < n; i++)
        CHECK(out[i] == i + 2 + i % 4 + 2 + 1000);

    /* Of nothing, and of a null pointer. */
    double *none = 0;
    n = 0;
    #pragma acc parallel loop async(1) firstprivate(none[0:n]) copyout(out[0:5])
    for (int i = 0; i < 5; i++)
        out[i] = none ? -1.0 : i;
    #pragma acc wait(1)
    for (int i = 0; i < 5; i++)
        CHECK(out[i] == i || out[i] == -1.0);

    /* One queue's two constructs, each with its own values. */
    int pair[2] = {1, 2}, first[8], second[8];
    int *at = pair;
    #pragma acc parallel loop async(3) firstprivate(at[0:2]) copyout(first)
    for (int i = 0; i < 8; i++)
        first[i] = at[i % 2];
    pair[0] = 3;
    pair[1] = 4;
    #pragma acc parallel loop async(3) firstprivate(at[0:2]) copyout(second)
    for (int i = 0; i < 8; i++)
        second[i] = at[i % 2];
    pair[0] = 5;
    #pragma acc wait(3)
    for (int i = 0; i < 8; i++)
        CHECK(first[i] == 1 + i % 2 && second[i] == 3 + i % 2);
    free(m), free(out), free(busy);
    return CHECKED();
}
