// covers: 2.9.2 gang nested
// run: -acc=strict
// error: ACC0115 line 8: gang
void f(int *a, int n)
{
    #pragma acc kernels loop gang copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang vector
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
    }
}
