// covers: 2.9.1 one loop
// error: ACC0112 line 5: collapse
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(2) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[j] = i;
        for (int j = 0; j < n; j++)
            a[j] = j;
    }
}
