// 2i and 3k + 1 do meet: 4 is both.
// true: line 4 sequential
void meet(int n, float *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[2 * i] = a[3 * i + 1];
}
