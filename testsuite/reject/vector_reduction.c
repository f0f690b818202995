// error: ACC0104 line 7: v4
typedef float v4 __attribute__((vector_size(16)));
float f(v4 *a, int n)
{
    v4 s = {0};
    #pragma acc parallel loop copyin(a[0:n]) \
        reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s[0];
}
