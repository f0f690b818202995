// The same with an update: without `atomic` each counter is everybody's.
// true: line 5 reduction
enum { BINS = 256 };
void histogram(int n, const unsigned char *restrict k, int h[restrict BINS])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        h[k[i]] += 1;
}
