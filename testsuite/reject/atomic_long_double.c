// covers: 2.12 width
// error: ACC0124 line 8: long double
void f(long double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc atomic update
        a[0] += 1;
    }
}
