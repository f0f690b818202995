// covers: 2.9.11 dim, 2.9.11 gangs
// error: ACC0019 line 7: reduction
// error: ACC0019 line 12: reduction
int f(int *a, int n)
{
    int s = 0, t = 0;
    #pragma acc parallel loop gang(dim:2) reduction(+:s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s += a[i];
    #pragma acc parallel num_gangs(2, 3) copyin(a[0:n]) copy(t)
    {
        #pragma acc loop gang reduction(+:t)
        for (int i = 0; i < n; i++)
            t += a[i];
    }
    return s + t;
}
