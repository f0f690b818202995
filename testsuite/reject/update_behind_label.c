// covers: 2.14.4 place
// error: ACC0125 line 6: update
void f(int *a, int n)
{
    here:
        #pragma acc update self(a[0:n])
    if (n == 7) goto here;
    a[0] = n;
}
