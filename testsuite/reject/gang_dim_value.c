// covers: 2.9.2 dim
// error: ACC0103 line 8: 1, 2 or 3
// error: ACC0103 line 11: 1, 2 or 3
// error: ACC0103 line 5: 1, 2 or 3
#pragma acc routine gang(dim:4)
void g(int *a, int n);
void f(int *a, int n, int d) {
    #pragma acc parallel loop gang(dim:0) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0;
    #pragma acc parallel loop gang(dim:d) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
