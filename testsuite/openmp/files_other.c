// The other file.
int scale;
#pragma acc declare create(scale)

#pragma acc routine seq
int weight(int i)
{
    return scale * i;
}

int total(const int *w, int n)
{
    int s = 0;
    #pragma acc kernels loop reduction(+:s) present(w[0:n])
    for (int i = 0; i < n; i++)
        s += w[i];
    return s;
}
