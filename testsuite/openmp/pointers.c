// Plain pointers: OpenMP's if asks whether what they reach lies apart.
#include <stdio.h>

void rows(int n, double *a, double *b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            a[i * 10 + j] += b[i];
}

void triad(int n, float *to, float *p, float *q)
{
    #pragma acc kernels
    for (int i = 1; i < n; i++)
        to[i] = p[i - 1] + 2 * q[i];
}

int main(void)
{
    double a[1100];
    float f[300];
    for (int i = 0; i < 1100; i++)
        a[i] = i;
    for (int i = 0; i < 300; i++)
        f[i] = i;
    rows(100, a, a + 1000);
    rows(100, a, a + 1);
    triad(100, f, f + 100, f + 200);
    triad(100, f + 1, f, f + 200);
    double sum = 0;
    for (int i = 0; i < 1100; i++)
        sum += a[i] * (i % 7);
    for (int i = 0; i < 300; i++)
        sum += f[i] * (i % 5);
    printf("%.0f\n", sum);
    return 0;
}
