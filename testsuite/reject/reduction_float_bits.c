// covers: 2.5.15 type
// error: ACC0104 line 6: x
float f(const int *a, int n)
{
    float x = 0;
    #pragma acc parallel loop reduction(^:x) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        x += a[i];
    return x;
}
