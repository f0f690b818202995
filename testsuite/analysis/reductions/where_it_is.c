// The place of the greatest element: two scalars that belong together. OpenACC has no reduction of pairs, but passes for the one and for the
// other do it: of equal elements the first counts.
// true: line 6 reduction
int place(int n, const double *a)
{
    int at = 0;
    double m = a[0];
    #pragma acc kernels
    for (int i = 1; i < n; i++)
        if (a[i] > m) {
            m = a[i];
            at = i;
        }
    return at;
}
