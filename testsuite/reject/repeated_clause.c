// covers: 2.4 repeated
// error: ACC0005 line 5: num_gangs
void f(int *a, int n)
{
    #pragma acc parallel loop num_gangs(4) copy(a[0:n]) num_gangs(8)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
