// The other half of routine_files.c: it has no construct, only routines.
struct pair {
    double first, second;
};

/* The first file has one too. */
static int helper(int x)
{
    return x - 1;
}

#pragma acc routine seq
double poly(double x, int n)
{
    double s = 0, power = 1;
    for (int k = 0; k < n; k++) {
        s += power;
        power *= x;
    }
    return s;
}

#pragma acc routine vector
double row_total(const double *row, int m)
{
    double s = 0;
    if (m <= 0)
        return 0;
    #pragma acc loop vector reduction(+:s)
    for (int j = 0; j < m; j++)
        s += row[j];
    return s;
}

/* Rows of it could be workers'; its one loop is for lanes. */
#pragma acc routine worker
void fill_block(int *out, int rows, int m, int seed)
{
    for (int i = 0; i < rows; i++) {
        #pragma acc loop worker vector
        for (int j = 0; j < m; j++)
            out[i * m + j] = seed + j;
    }
}

#pragma acc routine gang
void add_everywhere(int *x, int n, int by)
{
    #pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}

#pragma acc routine seq
struct pair *later(struct pair *p, int by)
{
    return p + by;
}

#pragma acc routine seq
int here(int x);

#pragma acc routine seq
int there(int x)
{
    return x <= 0 ? helper(x) : here(x - 1) + 2;
}
