// covers: 2.10 what
// error: ACC0122 line 7: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc cache(n)
        a[i] = n;
    }
}
