// The place of the greatest element: two scalars that belong together. A reduction of pairs could do it, OpenACC has none.
// true: line 6 in order
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
