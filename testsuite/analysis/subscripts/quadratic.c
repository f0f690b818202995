// i * i grows: no two iterations write the same element.
// true: line 4 parallel
void squares(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i * i] = i;
}
