// A counter cut down to a byte comes back to 0 after 256 iterations.
// true: line 4 sequential
void bytes(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        unsigned char c = i;
        a[c] = i;
    }
}
