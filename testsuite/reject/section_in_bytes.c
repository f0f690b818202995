// Lengths of sections that were multiplied by the size of an element.
// run: -Werror
// error: ACC0171 line 11: `a[0:n*sizeof(double)]` is in bytes
// error: ACC0171 line 14: `a[0:sizeof *a * n]` is in bytes
// error: ACC0171 line 16: `a[i:2*n*sizeof(a[0])]` is in bytes
#define BYTES(n) ((n) * sizeof(double))
#define ELEMENTS(a) (sizeof(a) / sizeof((a)[0]))
void f(int n, int i, double *a, char *c)
{
    double b[100];
#pragma acc parallel loop copy(a[0:n*sizeof(double)])
    for (int k = 0; k < n; k++)
        a[k] = k;
#pragma acc enter data copyin(a[0:sizeof *a * n])
#pragma acc exit data delete(a[0:n])
#pragma acc update self(a[i:2*n*sizeof(a[0])]) if_present
    // Right.
#pragma acc parallel loop copy(b[0:ELEMENTS(b)], c[0:n * sizeof(char)], a[0:n])
    for (int k = 0; k < n; k++)
        a[k] = b[k] = c[k] = 1;
#pragma acc parallel loop copy(c[0:BYTES(n)])
    for (int k = 0; k < n; k++)
        c[k] = 1;
}
