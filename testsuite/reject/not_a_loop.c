// covers: 2.9 place
// error: ACC0105 line 5: for
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    while (n > 0)
        a[--n] = 1;
}
