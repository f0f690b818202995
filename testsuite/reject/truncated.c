// error: ACC0006 line 5: a
void f(int *a, int n)
{
    for (int k = 0; k < n; k++) {
        #pragma acc parallel loop copy(a[0:n