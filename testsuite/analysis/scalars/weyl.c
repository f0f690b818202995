// Random numbers by a counter that goes around the end of its type: each value follows from the iteration.
// true: line 4 parallel
void weyl(int n, unsigned s, unsigned *restrict r)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        s += 0x9e3779b9u;
        r[i] = s ^ s >> 16;
    }
}
