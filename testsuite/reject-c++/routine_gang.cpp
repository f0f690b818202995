// error: ACC0166 line 2: `fill` shares loops out to gangs, which isn't compiled in C++
#pragma acc routine gang
void fill(double *a, int n)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i++)
        a[i] = i;
}
