// A pointer whose data's size isn't known is told once, with the clause that fits how it is used.
// run: -O2 -Werror
// error: ACC0202 line 10: the size of what 'to' points to is not known
// error: ACC0202 line 10: the size of what 'from' points to is not known
void scatter(int *to, const int *from, const int *where, int n)
{
#pragma acc data copyin(where[0:n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++) to[where[i]] = from[where[i]];
#pragma acc parallel loop
        for (int i = 0; i < n; i++) to[where[i]] += from[where[i]];
    }
}
