// run: -acc=strict
// covers: 2.10 place
// error: ACC0125 line 9: cache
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = i;
        #pragma acc cache(a[i:1])
    }
}
