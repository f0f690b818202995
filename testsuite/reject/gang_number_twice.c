// covers: 2.9.2 gang twice
// error: ACC0019 line 5: gang
void f(int *a, int *b, int n)
{
    #pragma acc kernels loop num_gangs(8) gang(16) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
