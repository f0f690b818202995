// Loops of a collapse(force:2) with a statement between them, and inner bounds that the outer variable sets.
void packed(int n, const int *restrict len, double *restrict a)
{
    #pragma acc parallel loop collapse(force:2) present(len, a)
    for (int i = 0; i < n; i++) {
        const int shift = 3 * i;
        for (int j = 0; j < 16; j++)
            a[i * 16 + j] = shift + j;
    }
    #pragma acc parallel loop gang present(len, a)
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector
        for (int j = i; j < len[i]; j++)
            a[i * 16 + j] *= 2;
    }
}
