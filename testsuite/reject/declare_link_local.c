// covers: 2.13 link
// error: ACC0160 line 6: local
void f(void)
{
    static int local[10];
    #pragma acc declare link(local)
    local[0] = 1;
}
