// host: the questions stand before the launches
// Plain pointers: a kernel for memory that lies apart, and its version in order; what is turned around, and summed up, only in the
// first. The host asks which one is right.
void columns(int n, int m, double *a, double *b)
{
    #pragma omp parallel for schedule(static) if((a + ((long)n * m) <= b || b + ((long)n * m) <= a) && (double)n * (double)m > 250000)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] = 2 * b[j * n + i];
}

double steps(int n, double *a, double *b, double *c)
{
    double sum = 0;
    if (a + n <= b || b + n <= a + 1) {
        for (int t = 0; t < n; t++) {
    #pragma omp parallel for schedule(static) if((a + n <= c + 1 || c + n <= a + 1) && n > 200001)
            for (int i = 1; i < n; i++) {
                a[i] = b[i - 1] + c[i];
            }
        }
    #pragma omp parallel for schedule(static) if((double)n * ((double)n - 1) > 250000) reduction(+:sum)
        for (int t = 0; t < n; t++) {
    #pragma omp simd reduction(+:sum)
            for (int i = 1; i < n; i++) {
                sum += b[i];
            }
        }
    } else {
        for (int t = 0; t < n; t++)
            for (int i = 1; i < n; i++) {
                a[i] = b[i - 1] + c[i];
                sum += b[i];
            }
    }
    return sum;
}

float given[100];

void clauses(int n, float *p, float *q)
{
    #pragma omp parallel for schedule(static) if(((p + n <= q + 1 || q + (n + 1) <= p) && ((const volatile void *)(p + n) <= (const volatile void *)given || (const volatile void *)(&given + 1) <= (const volatile void *)p)) && n > 100000)
    for (int i = 0; i < n; i++)
        if (i % 2)
            p[i] = q[i + 1] + given[i];
}
