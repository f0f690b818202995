// Collapsed loops with narrow and unsigned variables that count down, and with long ones.
void fill(unsigned char top, unsigned n, long m, int *restrict a, int *restrict b)
{
    #pragma acc parallel loop collapse(2) present(a)
    for (unsigned char i = top; i > 0; i--)
        for (short j = 7; j >= 0; j -= 2)
            a[i * 8 + j] = i - j;
    #pragma acc parallel loop gang vector collapse(3) present(b)
    for (unsigned i = n - 1; i > 0; --i)
        for (long j = 0; j < m; j += 5)
            for (int k = -2; k <= 2; k++)
                b[(i * m + j) * 5 + k + 2] = k;
}
