// The partner of i by one bit: a permutation, from one array into another.
// true: line 4 parallel
void partner(int n, int *restrict a, const int *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i ^ 1] = b[i];
}
