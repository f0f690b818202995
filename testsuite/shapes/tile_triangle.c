// A tile around a body that works on a triangle, and a tile of one loop.
void triangle(int n, double *restrict a, double *restrict d)
{
    #pragma acc parallel loop tile(16, 16) copy(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j > i)
                continue;
            a[i * n + j] += a[i * n + j] * 0.5;
        }
    #pragma acc parallel loop tile(128) copyin(a[0:n * n]) copyout(d[0:n])
    for (int i = 0; i < n; i++)
        d[i] = a[i * n + i];
}
