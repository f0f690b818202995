// Right programs: each gang's own variables, wherever they stand. Nothing is found.
#define N 24

int main(void)
{
    int m = 5, i, j, k;
    long own[3], out[N];
    double a[N][N], s = 0;
    long vla[m];
#pragma acc parallel num_gangs(3) copyout(out) private(own, vla)
    {
#pragma acc loop gang
        for (i = 0; i < N; i++) {
            for (k = 0; k < 3; k++)
                own[k] = i + k;
            for (k = 0; k < m; k++)
                vla[k] = own[0] + k;
            out[i] = own[2] + vla[4];
        }
    }
    // Variables of loops that are declared ahead.
#pragma acc parallel loop gang copyout(a)
    for (i = 0; i < N; i++)
#pragma acc loop vector
        for (j = 0; j < N; j++)
            a[i][j] = i * j;
#pragma acc parallel loop collapse(2) copyin(a) reduction(+:s)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += a[i][j];
#pragma acc parallel loop copyin(a) copyout(out) firstprivate(m)
    for (i = 0; i < N; i++) {
        int t = m;
        for (j = 0; j < i; j++)
            t += (int)a[i][j];
        out[i] = t;
    }
    return out[1] != 5 || s <= 0;
}
