// covers: 2.5.4 branch in
// error: ACC0117:
int f(int *a, int n)
{
    if (n > 3)
        goto inside;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
    inside:
        a[i] = 1;
    }
    return 0;
}
