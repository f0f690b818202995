// error: ACC0166 line 6: `a` is a reference, and may be what `b[i]` is: `kernels` can't know which iterations depend on each other
void g(double (&a)[100], double (&b)[100])
{
    #pragma acc kernels
    for (int i = 0; i < 99; i++)
        a[i + 1] = b[i];
}
