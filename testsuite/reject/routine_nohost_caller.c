// covers: 2.15.1 nohost calls
// error: ACC0142 line 11: twice
#pragma acc routine seq nohost
static int twice(int x)
{
    return 2 * x;
}
#pragma acc routine seq
int four(int x)
{
    return twice(twice(x));
}
