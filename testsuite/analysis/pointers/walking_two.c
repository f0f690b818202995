// A second pointer walks beside the counter.
// true: line 4 parallel
void add(int n, double *restrict a, const double *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        *a++ += *b++;
}
