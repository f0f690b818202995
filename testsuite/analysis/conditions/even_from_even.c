// Even elements from the next even one: the condition doesn't keep them apart.
// true: line 4 sequential
void even(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n - 2; i++)
        if (i % 2 == 0)
            a[i] = a[i + 2];
}
