// A table of fixed size is read through an index: it moves as a whole.
// true: line 5 parallel
static float table[256];
void shade(int n, const unsigned char *restrict k, float *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[i] = table[k[i]];
}
