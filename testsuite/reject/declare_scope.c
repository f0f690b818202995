// covers: 2.13 scope
// error: ACC0100 line 9: c
void f(void)
{
    {
        int c[10];
        (void)c;
    }
    #pragma acc declare create(c)
}
