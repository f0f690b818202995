// error: ACC0111 line 10: the body changes what the loop's bound or step depends on
// error: ACC0111 line 17: the body changes what the loop's bound or step depends on
struct grid { int n; int *data; };
static int *either(struct grid *g, int i) { return i > 3 ? &g->data[i] : &g->n; }
static struct grid *same(struct grid *g) { return g; }
void f(struct grid g)
{
#pragma acc parallel loop
    for (int i = 0; i < g.n; i++)
        *either(&g, i) = i;
}
void h(struct grid g)
{
    int k = 0;
#pragma acc parallel loop
    for (int i = 0; i < g.n; i++) {
        same(&g)->n = i;
        k++;
    }
}
