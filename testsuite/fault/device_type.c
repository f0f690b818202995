// An ACC_DEVICE_TYPE that is none: the message lists those that there are.
// env: ACC_DEVICE_TYPE=abacus
// message: ACC_DEVICE_TYPE
// message: abacus
// message: multicore
int main(void)
{
    int a[4];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return a[0];
}
