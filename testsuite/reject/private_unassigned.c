// Private variables that nothing assigns, and some that are.
// run: -Werror
// error: ACC0168 line 13: 'p' is private
// error: ACC0168 line 16: 't' is private
// error: ACC0168 line 16: 'w' is private
// error: ACC0168 line 23: 't' is private
void f(int n, float *a, float *p, float t)
{
    float w[8], u;
    int i, j;
#pragma acc parallel loop private(p) copy(a[0:n])
    for (i = 0; i < n; i++)
        a[i] = p[i];
#pragma acc parallel loop private(t, w) copy(a[0:n])
    for (i = 0; i < n; i++)
        a[i] = t + w[0];
#pragma acc parallel private(t) copy(a[0:n])
    {
#pragma acc loop private(i, j, u)
        for (i = 0; i < n; i++) {
            for (j = 0; j < 4; j++)
                u = j;
            a[i] = t + u;
        }
    }
#pragma acc parallel loop private(p) copy(a[0:n])
    for (i = 0; i < n; i++) {
        p = a + i;
        *p = 1;
    }
}
