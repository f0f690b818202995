// The same, declared where it is used.
// true: line 4 parallel, line 6 parallel, line 8 parallel
void reverse(int n, float (*restrict a)[8])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        float t[8];
        for (int k = 0; k < 8; k++)
            t[k] = a[i][k];
        for (int k = 0; k < 8; k++)
            a[i][k] = t[7 - k];
    }
}
