// covers: 2.15.1 dim
// error: ACC0140 line 11: plane
#pragma acc routine gang(dim:2)
void plane(int *a, int n);
void f(int *a, int n)
{
    #pragma acc parallel num_gangs(4, 2, 3) copy(a[0:n])
    {
        #pragma acc loop gang(dim:2)
        for (int i = 0; i < n; i++)
            plane(a, i);
        #pragma acc loop gang(dim:3)
        for (int i = 0; i < n; i++)
            plane(a, i);
    }
}
