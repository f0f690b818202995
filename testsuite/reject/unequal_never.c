// error: ACC0107 line 5: never has the bound's value
void f(double *a)
{
    #pragma acc parallel loop copy(a[0:8])
    for (unsigned char i = 7; i != 256; --i)
        a[i] = i;
}
