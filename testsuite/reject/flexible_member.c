// A flexible array member is mapped with its struct, never alone: kernels reach it through the struct.
// error: ACC0163 line 11: flexible array member
// error: ACC0163 line 14: flexible array member
struct row {
    int n;
    float v[];
};

void scale(struct row *r, int n)
{
    #pragma acc parallel loop copy(r->v[0 : n])
    for (int i = 0; i < n; i++)
        r->v[i] *= 2;
    #pragma acc enter data copyin(r[0 : 1], r->v[0 : n])
}

void right(struct row *r, int n)
{
    char *bytes = (char *)r;
    #pragma acc data copy(bytes[0 : sizeof *r + n * sizeof r->v[0]])
    {
        #pragma acc parallel loop present(r)
        for (int i = 0; i < r->n; i++)
            r->v[i] *= 2;
        #pragma acc update self(r->v[0 : n])
    }
}
