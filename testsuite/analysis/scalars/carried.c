// The value of the iteration before, in a scalar.
// true: line 5 sequential
void delay(int n, const int *restrict a, int *restrict b)
{
    int before = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        b[i] = before;
        before = a[i];
    }
}
