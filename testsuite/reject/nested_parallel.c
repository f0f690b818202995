// covers: 2.6 nested
// error: ACC0132 line 7: parallel
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc parallel
        a[i] = i;
    }
}
