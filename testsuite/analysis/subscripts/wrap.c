// A ring: the neighbour of the last element is the first one. From one array into another that is no matter.
// true: line 4 parallel
void ring(int n, const int *restrict a, int *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[i] = a[(i + 1) % n];
}
