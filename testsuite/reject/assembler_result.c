// error: ACC0119 line 6:
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        __asm__("" : "=r"(a[i]) : "0"(i));
}
