// error: ACC0302 line 8: h[0:m]
void f(const int *a, int *h, int n)
{
    #pragma acc parallel copyin(a[0:n]) copy(h[0:n])
    #pragma acc loop gang
    for (int i = 0; i < n; i++) {
        int m = a[i];
        #pragma acc loop vector reduction(+:h[0:m])
        for (int j = 0; j < n; j++)
            h[j % m] += a[j];
    }
}
