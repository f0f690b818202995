// covers: 2.14 device number
// error: ACC0136 line 7: -1
// error: ACC0136 line 8: -2
// error: ACC0136 line 9: -1
void f(void)
{
    #pragma acc init device_num(-1)
    #pragma acc shutdown device_num(-2)
    #pragma acc wait(devnum: -1: queues: 2)
    #pragma acc set device_num(-1)
}
