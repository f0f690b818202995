// error: ACC0202 line 8: declaration took 'n', which may have changed since
// error: ACC0202 line 18: declaration took 'cols', which may have changed since
int whole(int n)
{
    double sums[n];
    for (int k = 0; k < n; k++) sums[k] = 0;
    n = n / 2;
    #pragma acc parallel loop reduction(+:sums)
    for (int i = 0; i < 100; i++)
        sums[i % 2] += i;
    return (int)sums[0];
}
int rows(int rows, int cols)
{
    double (*table)[cols] = __builtin_malloc(sizeof(double) * (unsigned)rows * (unsigned)cols);
    __builtin_memset(table, 0, sizeof(double) * (unsigned)rows * (unsigned)cols);
    cols++;
    #pragma acc parallel loop reduction(+:table[0:rows])
    for (int i = 0; i < 100; i++)
        table[i % rows][0] += i;
    return (int)table[0][0];
}
