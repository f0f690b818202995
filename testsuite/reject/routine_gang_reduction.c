// error: ACC0143 line 6: reduction
#pragma acc routine gang
int f(const int *a, int n)
{
    int s = 0;
    #pragma acc loop gang reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
