// covers: 2.14.4 place
// error: ACC0125 line 6: update
void f(int *a, int n)
{
    do
        #pragma acc update self(a[0:n])
    while (n-- > 2);
    a[0] = n;
}
