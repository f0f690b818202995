// Members that no pointer can stand for, or that are not one place.
// error: ACC0127 line 19: s.n
// error: ACC0150 line 22: s.v.i
// error: ACC0150 line 25: s.b
// error: ACC0150 line 28: p->next
// error: ACC0150 line 31: p->n
// error: ACC0150 line 36: s.n
// error: ACC0150 line 39: s.n
// error: ACC0150 line 48: p->n
struct cell {
    union { int i; float f; } v;
    unsigned b : 3;
    int n;
    struct cell *next;
};
int of(const struct cell *c);
void f(struct cell *p, struct cell s, int n)
{
    #pragma acc parallel loop reduction(+:s.n, s.n)
    for (int i = 0; i < n; i++)
        s.n++;
    #pragma acc parallel loop reduction(+:s.v.i)
    for (int i = 0; i < n; i++)
        s.v.i++;
    #pragma acc parallel loop reduction(+:s.b)
    for (int i = 0; i < n; i++)
        s.b++;
    #pragma acc parallel loop reduction(+:p->next)
    for (int i = 0; i < n; i++)
        p->n++;
    #pragma acc parallel loop reduction(+:p->n)
    for (int i = 0; i < n; i++) {
        p->n++;
        p = p->next;
    }
    #pragma acc parallel loop private(s) reduction(+:s.n)
    for (int i = 0; i < n; i++)
        s.n++;
    #pragma acc parallel loop reduction(+:s.n)
    for (int i = 0; i < n; i++) {
        const struct cell c = s;
        s.n += c.b;
    }
}
#pragma acc routine vector
void g(struct cell *p, int n)
{
    #pragma acc loop vector reduction(+:p->n)
    for (int i = 0; i < n; i++)
        p->n++;
}
