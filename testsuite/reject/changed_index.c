// error: ACC0109 line 7: i
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            i++;
        a[i] = i;
    }
}
