// What is summed up is read as well: each iteration needs the value of those before it.
// true: line 4 sequential
void smear(int n, const int *restrict k, int h[restrict 100])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        h[k[i]] += h[i];
}
