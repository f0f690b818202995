// && || ^ over all three levels of one loop.
int checks(int n, const int *x, int *odd, int *mask)
{
    int all = 1, any = 0, bits = 0;
    #pragma acc parallel loop gang worker vector num_workers(4) vector_length(32) copyin(x[0:n]) \
        reduction(&& : all) reduction(|| : any) reduction(^ : bits)
    for (int i = 0; i < n; i++) {
        all = all && x[i] > 0;
        any = any || x[i] & 1;
        bits ^= x[i];
    }
    *odd = any, *mask = bits;
    return all;
}
