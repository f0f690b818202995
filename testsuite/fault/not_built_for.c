// A device that the program was not built for.
// run: -O2 --acc-target=multicore
// message: was not built for
// message: only for multicore
int main(void)
{
    int a[4];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return a[0];
}
