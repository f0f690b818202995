// host: the questions stand before the launches
// Plain pointers: a kernel for memory that lies apart, and its version in order; what is turned around, and summed up, only in the
// first. The host asks which one is right.
void columns(int n, int m, double *a, double *b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[j * n + i] = 2 * b[j * n + i];
}

double steps(int n, double *a, double *b, double *c)
{
    double sum = 0;
    #pragma acc kernels
    for (int t = 0; t < n; t++)
        for (int i = 1; i < n; i++) {
            a[i] = b[i - 1] + c[i];
            sum += b[i];
        }
    return sum;
}

float given[100];

void clauses(int n, float *p, float *q)
{
    #pragma acc parallel loop auto present(p[0:n]) deviceptr(q)
    for (int i = 0; i < n; i++)
        if (i % 2)
            p[i] = q[i + 1] + given[i];
}
