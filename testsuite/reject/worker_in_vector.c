// covers: 2.9.4 vector nested
// error: ACC0115 line 7: worker
void f(int *a, int n)
{
    #pragma acc parallel loop gang vector copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop worker
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}
