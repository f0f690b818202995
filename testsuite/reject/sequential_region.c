// The warning of a region without parallel loops has the reason.
// run: -O2 -Werror
// error: ACC0206 line 7: no loop of this region runs in parallel: it carries a dependence: a[i] written at 8:9 is read as a[i - 1] at 8:17
void sums(double *a, int n)
{
#pragma acc kernels copy(a[0:n])
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}
