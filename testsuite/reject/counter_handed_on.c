// A loop's counter whose address goes to a function that may write it, const or not.
// error: ACC0109 line 35: i
// error: ACC0109 line 38: i
// error: ACC0109 line 41: i
// error: ACC0109 line 44: i
// error: ACC0109 line 47: i
static int *same(int *p)
{
    return p;
}
static int away(const int *p)
{
    return *(int *)p += 1;
}
static int kept(const int *p)
{
    int *q = (int *)p;
    return *q += 1;
}
static int through(const int *p)
{
    return kept(p);
}
int elsewhere(const int *p);
#pragma acc routine(elsewhere) seq

void f(int *a, int n)
{
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = 1;
    // What follows gets the counter's address.
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = *same(&i);
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = away(&i);
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = kept(&i);
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = through(&i);
#pragma acc parallel loop copy(a[0 : n])
    for (int i = 0; i < n; i++)
        a[i] = elsewhere(&i);
}
