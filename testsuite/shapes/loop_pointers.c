// Pointers as loop variables: up, down, in steps, and in a nest.
void clear(char *text, char *end, int n, int m, float *a)
{
    #pragma acc parallel loop copy(text[0:end - text])
    for (char *p = text; p < end; p += 2)
        *p = ' ';
    #pragma acc parallel loop gang copy(a[0:n * m])
    for (float *row = a; row < a + n * m; row += m) {
        #pragma acc loop vector
        for (float *p = row + m - 1; p >= row; --p)
            *p += 1;
    }
}
