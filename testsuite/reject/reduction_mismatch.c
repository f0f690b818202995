// covers: 2.9.11 operator
// error: ACC0131 line 8: s
int f(const int *a, int n)
{
    int s = 0;
    #pragma acc parallel loop gang reduction(+:s) copyin(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector reduction(max:s)
        for (int j = 0; j < n; j++)
            s = s > a[i * n + j] ? s : a[i * n + j];
    }
    return s;
}
