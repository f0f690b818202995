// error: ACC0111 line 7: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            n = 5;
        a[i] = i;
    }
}
