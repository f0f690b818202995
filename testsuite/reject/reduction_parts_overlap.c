// Parts of one array in reductions: none may have elements of another one, nor may some of a variable's elements be private and others reduced.
// error: ACC0127 line 9: m[1:2]
// error: ACC0127 line 12: m[3]
// error: ACC0127 line 15: must be all private, all firstprivate, all reduced, or all shared
// error: ACC0127 line 18: m
int main(void)
{
    int m[6] = {0};
    #pragma acc parallel loop reduction(+:m[0:2], m[1:2])
    for (int i = 0; i < 10; i++)
        m[i & 1] += i;
    #pragma acc parallel loop reduction(+:m[0:4]) reduction(max:m[3])
    for (int i = 0; i < 10; i++)
        m[i & 1] += i;
    #pragma acc parallel loop private(m[0]) reduction(+:m[1])
    for (int i = 0; i < 10; i++)
        m[1] += m[0] = i;
    #pragma acc parallel loop reduction(+:m[0], m)
    for (int i = 0; i < 10; i++)
        m[0] += i;
    return 0;
}
