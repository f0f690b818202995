// covers: 2.14.4 place
// error: ACC0125 line 6: update
void f(int *a, int n)
{
    if (n > 2)
        #pragma acc update self(a[0:n])
    a[0] = n;
}
