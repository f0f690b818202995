// covers: 2.9.3 worker nested
// error: ACC0115 line 7: worker
void f(int *a, int n)
{
    #pragma acc parallel loop gang worker copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop worker
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}
