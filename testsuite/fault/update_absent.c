// update of data that is not on the device, without if_present.
// covers: 2.14.4 present
// message: update_absent.c:11
// message: b[0:10]
// message: not present
int main(void)
{
    int b[10] = {0};
    #pragma acc parallel num_gangs(1)
    {}
    #pragma acc update device(b[0:10])
    return b[0];
}
