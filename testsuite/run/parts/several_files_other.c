/* The second source of several_files.c. */
void other(int *a, int n);

static void work(int *a, int n)
{
    #pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 3;
}

void other(int *a, int n)
{
    work(a, n);
}
