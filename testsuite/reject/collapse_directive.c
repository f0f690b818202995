// covers: 2.9.1 directives
// error: ACC0113 line 7: loop
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(2) copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}
