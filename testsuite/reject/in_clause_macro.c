// error: ACC0003 line 6: gangs
#define SIZES num_gangs(4) gangs(7)

void f(int *a, int n)
{
    #pragma acc parallel loop SIZES copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
