// Routines whose parameters have lengths that are known when they run.
#pragma acc routine seq
double total(int n, int m, const double x[n][m], int row)
{
    double s = 0;
    for (int j = 0; j < m; j++)
        s += x[row][j];
    return s;
}

#pragma acc routine vector
void scale(int n, int m, double x[static n][m], int row, double by)
{
#pragma acc loop vector
    for (int j = 0; j < m; j++)
        x[row][j] *= by;
}
