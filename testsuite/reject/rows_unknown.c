// Rows behind a pointer to pointers that need not be equally long: the help says which clauses do.
// run: -O2 -Werror
// error: ACC0202 line 9: the size of what 'a' points to is not known: a[i][j] goes through another pointer
// error: ACC0202 line 10: the size of what 'b' points to is not known: b[i][i] goes through another pointer
void triangle(int n, double **a, const float *const *b, double *restrict out)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) a[i][j] = 0;
        out[i] = b[i][i];
    }
}
