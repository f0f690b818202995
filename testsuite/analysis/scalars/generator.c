// A random number from the one before.
// true: line 4 sequential
void noise(int n, unsigned seed, unsigned *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = seed;
    }
}
