// covers: 2.9.2 one gang
// error: ACC0005 line 5: gang
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop gang gang(static:4) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
