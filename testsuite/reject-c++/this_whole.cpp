// error: ACC0166 line 6: `this` can't be compiled inside OpenACC constructs
struct field {
    double *a;
    void start()
    {
        #pragma acc enter data copyin(this[0:1])
    }
};
