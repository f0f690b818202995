// error: ACC0160 line 6: copy
// error: ACC0160 line 8: present
// error: ACC0160 line 10: copyout
// error: ACC0160 line 14: link
double a[10], b[10];
#pragma acc declare copy(a)
double c[10];
#pragma acc declare present(c) create(b)
extern int e;
#pragma acc declare copyout(e)
void f(void)
{
    int i = 0;
    #pragma acc declare link(i)
    (void)i;
}
