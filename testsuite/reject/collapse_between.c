// covers: 2.9.1 between
// error: ACC0113 line 5: collapse
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(2) copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        a[i] = 7;
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1;
    }
}
