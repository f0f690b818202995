// A function that the body calls changes what the bound is read from, behind a pointer that it is given.
// error: ACC0111 line 13: the body changes what the loop's bound or step depends on
struct list {
    int n, *items;
};
static void add(struct list *l, int v) { l->items[0] += v; }
static void drop(struct list *l) { l->n -= 1; }
static void twice(struct list *l) { drop(l); drop(l); }

void f(struct list *l, int *a)
{
    #pragma acc parallel loop copy(a[0:100])
    for (int i = 0; i < l->n; i++) { a[i] = i; twice(l); }
    #pragma acc parallel loop copy(a[0:100])
    for (int i = 0; i < l->n; i++) { a[i] = i; add(l, i); }
}
