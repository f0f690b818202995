// error: ACC0115 line 5: gang
#pragma acc routine seq
void f(int *a, int n)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i++)
        a[i] = i;
}
