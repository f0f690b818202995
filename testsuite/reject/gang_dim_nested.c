// covers: 2.9.2 dim nested
// error: ACC0144 line 10: dimension 2
// error: ACC0144 line 16: dimension 1
void f(int *a, int n)
{
    #pragma acc parallel num_gangs(4, 2) copy(a[0:n * n])
    {
        #pragma acc loop gang(dim:2)
        for (int i = 0; i < n; i++) {
            #pragma acc loop gang(dim:2)
            for (int j = 0; j < n; j++)
                a[i * n + j] = 0;
        }
        #pragma acc loop gang
        for (int i = 0; i < n; i++) {
            #pragma acc loop gang(dim:1)
            for (int j = 0; j < n; j++)
                a[i * n + j] = 0;
        }
    }
}
