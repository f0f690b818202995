// covers: 2.6 nested
// error: ACC0132 line 7: update
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc update self(a[0:n])
        a[i] = i;
    }
}
