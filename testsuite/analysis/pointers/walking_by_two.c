// Steps of two, and each writes the element behind its own.
// true: line 4 parallel
void pairs(int n, int *a)
{
    #pragma acc kernels
    for (int *p = a; p < a + 2 * n; p += 2)
        p[1] = p[0];
}
