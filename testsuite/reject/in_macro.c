// error: ACC0003 line 6: colapse
#define LOOP _Pragma("acc parallel loop colapse(2)")

void f(int *a, int n)
{
    LOOP
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = 0;
}
