// && || ^ over all three levels of one loop.
int checks(int n, const int *x, int *odd, int *mask)
{
    int all = 1, any = 0, bits = 0;
    #pragma omp parallel for simd schedule(static) reduction(&&:all) reduction(||:any) reduction(^:bits)
    for (int i = 0; i < n; i++) {
        all = all && x[i] > 0;
        any = any || x[i] & 1;
        bits ^= x[i];
    }
    *odd = any, *mask = bits;
    return all;
}
