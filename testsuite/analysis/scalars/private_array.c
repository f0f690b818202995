// A small array from outside, filled and used by each iteration.
// true: line 5 parallel, line 6 parallel, line 8 parallel
void sort3(int n, float (*restrict a)[3])
{
    float t[3];
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            t[k] = a[i][k];
        for (int k = 0; k < 3; k++)
            a[i][k] = t[2 - k];
    }
}
