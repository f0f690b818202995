// error: ACC0133 line 10: x
// error: ACC0133 line 12: s
// error: ACC0031 line 14: s.p
// error: ACC0031 line 16: q->p
struct s { double *p; } s;
void g(void *);
void f(struct s *q)
{
    double x = 0;
    #pragma acc host_data use_device(x)
    g(&x);
    #pragma acc host_data use_device(s)
    g(&s);
    #pragma acc host_data use_device(s.p)
    g(s.p);
    #pragma acc host_data use_device(q->p)
    g(q->p);
}
