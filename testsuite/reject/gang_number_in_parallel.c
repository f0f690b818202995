// covers: 2.9.2 gang argument
// error: ACC0135 line 6: gang
void f(int *a, int *b, int n)
{
    #pragma acc parallel copy(a[0:n])
    #pragma acc loop gang(32)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
