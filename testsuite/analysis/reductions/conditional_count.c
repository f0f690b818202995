// How many there are.
// true: line 5 reduction
int count(int n, const int *a, int key)
{
    int c = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            c++;
    return c;
}
