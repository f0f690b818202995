// error: ACC0166 line 8: the member `a` of `this` can't be compiled inside OpenACC constructs
// error: ACC0166 line 9: the member `n` of `this` can't be compiled inside OpenACC constructs
struct field {
    double *a;
    int n;
    void clear()
    {
        #pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = 0;
    }
};
