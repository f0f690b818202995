// error: ACC0123 line 5: negative
void f(void)
{
    int a[10];
    #pragma acc parallel loop copy(a[3:-2])
    for (int i = 0; i < 10; i++)
        a[i] = i;
}
