// covers: 2.9 trip count
// error: ACC0111 line 8: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            n = 5;
        a[i] = i;
    }
}
