// Sets joined by `|`, and a parity by `^`.
// true: line 5 reduction
unsigned mix(int n, const unsigned *a)
{
    unsigned all = 0, parity = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        all |= a[i];
        parity ^= a[i];
    }
    return all + parity;
}
