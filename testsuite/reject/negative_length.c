// error: ACC0017 line 5: a
void f(void)
{
    int a[10];
    #pragma acc parallel loop copy(a[3:-2])
    for (int i = 0; i < 10; i++)
        a[i] = i;
}
