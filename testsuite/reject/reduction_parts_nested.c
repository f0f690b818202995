// Loops in each other that reduce different parts of one array: the array's name stands for the outer loop's copy.
// error: ACC0302 line 8: around which 'h[0:2]' is reduced
int main(void)
{
    int h[8] = {0};
    #pragma acc parallel loop gang reduction(+:h[0:2])
    for (int i = 0; i < 20; i++) {
        #pragma acc loop vector reduction(+:h[5:3])
        for (int j = 0; j < 60; j++)
            h[5 + j % 3] += i;
        h[i & 1] += 1;
    }
    return h[0] != 10;
}
