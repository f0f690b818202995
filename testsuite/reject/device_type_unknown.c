// error: ACC0021 line 6: radeon
// error: ACC0021 line 7: one device type
// error: ACC0021 line 8: intel
void f(void)
{
    #pragma acc init device_type(radeon)
    #pragma acc set device_type(host, nvidia)
    #pragma acc shutdown device_type(host, intel)
}
