// The smallest element of a matrix, and its row and column: of equal ones the last.
// true: line 6 reduction, line 7 reduction
void smallest(int n, int m, const float (*restrict a)[64], float *least, int *row, int *column)
{
    int r = -1, c = -1;
    float s = 1e30f;
    #pragma acc kernels copyin(a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] <= s) {
                s = a[i][j];
                r = i;
                c = j;
            }
    *least = s;
    *row = r;
    *column = c;
}
