// covers: 2.9.2 gang twice
// error: ACC0135 line 7: gang
void f(int *a, int n)
{
    #pragma acc kernels num_gangs(8) copy(a[0:n])
    {
        #pragma acc loop independent gang(16)
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}
