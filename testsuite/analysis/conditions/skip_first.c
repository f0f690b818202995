// `continue` takes out the one iteration whose neighbour is written.
// true: line 4 parallel
void rest(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (i == 0)
            continue;
        a[i] += a[0];
    }
}
