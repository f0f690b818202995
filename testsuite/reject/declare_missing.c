// error: ACC0305 line 8: 'scale'
// A routine names a variable that no declare names.
double scale = 2;

#pragma acc routine seq
static double twice(double x)
{
    return scale * x;
}

void f(double *a)
{
    #pragma acc parallel loop copy(a[0:10])
    for (int i = 0; i < 10; i++)
        a[i] = twice(a[i]);
}
