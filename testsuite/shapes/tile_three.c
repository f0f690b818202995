// A tile of three loops, with a variable that one of them declares as narrow.
void cube(int n, float (*a)[32][32])
{
    #pragma acc parallel loop tile(2, 4, 32) copy(a[0:n])
    for (int i = 0; i < n; i++)
        for (short j = 0; j < 32; j++)
            for (unsigned char k = 1; k < 31; k++)
                a[i][j][k] = i + j - k;
}
