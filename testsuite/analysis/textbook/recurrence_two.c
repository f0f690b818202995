// Two chains, one of the even and one of the odd elements, but each of them in order.
// true: line 4 sequential
void chains(int n, double *a)
{
    #pragma acc kernels
    for (int i = 2; i < n; i++)
        a[i] = 0.5 * a[i - 2];
}
