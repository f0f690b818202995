// covers: 2.9.1 directives
// error: ACC0113 line 7: atomic
void f(int *a, int *count, int n)
{
    #pragma acc parallel loop collapse(force:2) copy(a[0:n * n], count[0:1])
    for (int i = 0; i < n; i++) {
        #pragma acc atomic update
        count[0] += 1;
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1;
    }
}
