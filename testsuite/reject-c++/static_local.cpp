// error: ACC0130 line 4: `n` is static, and a device doesn't have a single instance of it
static int tick()
{
    static int n;
    return ++n;
}
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = tick();
}
