// Only some elements are filled by each iteration: the others come from iterations before.
// true: line 5 sequential, line 6 parallel, line 8 parallel
void partly(int n, const int *restrict m, float (*restrict a)[8])
{
    float t[8] = {0};
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m[i]; k++)
            t[k] = a[i][k];
        for (int k = 0; k < 8; k++)
            a[i][k] = t[k];
    }
}
