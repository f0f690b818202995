// Two parts of what a pointer leads to have come to the device one after the other: no address leads to both.
// message: lie apart
// message: parts_apart.c:10
int main(void)
{
    int all[20] = {0};
    int *p = all;
    #pragma acc enter data copyin(p[0:2])
    #pragma acc enter data copyin(p[8:2])
    #pragma acc parallel loop present(p[0:2], p[8:2])
    for (int i = 0; i < 2; i++)
        p[i] += p[8 + i];
    return 0;
}
