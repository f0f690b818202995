// run: -acc=strict
// covers: 2.10 what
// error: ACC0103 line 8: a
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc cache(a[i:n])
        a[i] = n;
    }
}
