// error: ACC0166 line 8: a change of an object that an expression chooses can't be compiled inside OpenACC constructs
// error: ACC0166 line 9: a change of an object that an expression chooses can't be compiled inside OpenACC constructs
// error: ACC0166 line 10: a change of an object that an expression chooses can't be compiled inside OpenACC constructs
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop copy(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        (i % 2 ? a[i] : b[i]) = 1;
        (a[i] = 2) += 1;
        ++(i % 2 ? a[i] : b[i]);
    }
}
