// An ACC_DEVICE_NUM beyond the devices that there are.
// env: ACC_DEVICE_NUM=9
// message: 9
int main(void)
{
    int a[4];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return a[0];
}
