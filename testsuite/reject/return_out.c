// covers: 2.5.4 branch out
// error: ACC0116 line 8: return
int f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            return 1;
        a[i] = i;
    }
    return 0;
}
