// A private pointer that nothing assigns: its elements are nobody's, which is said once.
// run: -Werror
// error: ACC0168 line 7: 'row' is private
void f(int n, double *a, double *row)
{
#pragma acc parallel loop copyout(a[0:n*n]) private(row)
    for (int i = 0; i < n; i++) { row[0] = i;
        for (int j = 0; j < n; j++)
            a[i * n + j] = row[0] + j;
    }
#pragma acc parallel loop copyout(a[0:n*n]) private(row[0:1])
    for (int i = 0; i < n; i++) {
        row[0] = i;
        for (int j = 0; j < n; j++)
            a[i * n + j] = row[0] + j;
    }
}
