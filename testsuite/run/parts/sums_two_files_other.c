/* A sum of the same type as sums_two_files.c has. */
float total(const float *v, int n);
float total(const float *v, int n)
{
    float s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(v[0:n])
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
