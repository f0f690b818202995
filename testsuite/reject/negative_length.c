// covers: 2.7.1 negative
// error: ACC0123 line 6: negative
void f(void)
{
    int a[10];
    #pragma acc parallel loop copy(a[3:-2])
    for (int i = 0; i < 10; i++)
        a[i] = i;
}
