// covers: 2.13 extern
// error: ACC0160 line 6: shared
void f(void)
{
    extern int shared[10];
    #pragma acc declare copy(shared)
    shared[0] = 1;
}
