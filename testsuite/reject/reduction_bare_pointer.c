// error: ACC0104 line 4: h
void f(const int *a, int *h, int n)
{
    #pragma acc parallel loop reduction(+:h) copyin(a[0:n]) copy(h[0:n])
    for (int i = 0; i < n; i++)
        h[i % 3] += a[i];
}
