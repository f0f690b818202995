// error: ACC0134 line 5: table
extern int table[];
void f(int n)
{
    #pragma acc parallel loop copy(table)
    for (int i = 0; i < n; i++)
        table[i] = i;
}
