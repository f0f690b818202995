// run: -O2 --acc-target=nvidia,multicore
// error: ACC0118 line 8: mystery
int mystery(int x);
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = mystery(i);
}
