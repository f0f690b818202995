// error: ACC0166 line 6: a declaration in the head of a `switch` can't be compiled inside OpenACC constructs
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        switch (int k = i % 2; k) {
        case 0:
            a[i]++;
        }
}
