// Even elements are written, odd ones are read: only the condition keeps them apart.
// true: line 4 parallel
void even(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n - 1; i++)
        if (i % 2 == 0)
            a[i] = a[i + 1];
}
