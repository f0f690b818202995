// covers: 2.4 repeated
// error: ACC0005 line 5: num_gangs
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop copy(a[0:n]) device_type(sim) num_gangs(2) num_gangs(4)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
