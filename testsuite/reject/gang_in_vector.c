// covers: 2.9.4 vector nested
// error: ACC0115 line 7: gang
void f(int *a, int n)
{
    #pragma acc parallel loop vector copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}
