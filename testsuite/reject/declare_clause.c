// covers: 2.13 global, 2.13 extern, 2.13 link
// error: ACC0160 line 7: copy
// error: ACC0160 line 9: present
// error: ACC0160 line 11: copyout
// error: ACC0160 line 15: link
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
