// run: --acc-target=multicore,nvidia
// covers: 2.15.1 nohost
// error: ACC0142 line 12: device_only
#pragma acc routine seq nohost
static int device_only(int x)
{
    return 2 * x;
}
void f(int *a, int n) {
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = device_only(i);
}
