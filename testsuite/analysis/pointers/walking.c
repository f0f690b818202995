// A pointer is the loop's variable.
// true: line 4 parallel
void clear(int n, double *a)
{
    #pragma acc kernels
    for (double *p = a; p < a + n; p++)
        *p = 0;
}
