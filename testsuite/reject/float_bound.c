// covers: 2.9 trip count
// error: ACC0107 line 6: floating-point
void f(double *a, double length)
{
    #pragma acc parallel loop copy(a[0:100])
    for (int i = 0; i < length; i++)
        a[i] = i;
}
