// covers: 2.14.1 host init
// error: ACC0132 line 6: init
#pragma acc routine seq
void f(int *a)
{
    #pragma acc init
    a[0] = 1;
}
