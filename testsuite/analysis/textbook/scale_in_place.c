// One array, and each iteration has an element of its own.
// true: line 4 parallel
void scale(int n, float f, float *x)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        x[i] = f * x[i] + 1;
}
