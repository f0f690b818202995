// run: --acc-target=nvidia
// covers: 2.15.1 nohost calls
// error: ACC0142 line 12: device_only
#pragma acc routine seq nohost
static int device_only(int x)
{
    return 2 * x;
}
#pragma acc routine seq
static int both(int x)
{
    return device_only(x) + 1;
}
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = both(i);
}
