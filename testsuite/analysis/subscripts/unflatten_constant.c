// The same with a constant length of rows.
// true: line 4 parallel
void fill(int n, int a[n][64])
{
    #pragma acc kernels
    for (int t = 0; t < n * 64; t++)
        a[t / 64][t % 64] = t;
}
