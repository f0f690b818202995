// Pointers in a struct may lead to the same memory, unless a run-time question says otherwise.
// true: line 5 parallel if apart
struct field { int n; double *u, *v; };
void copy(struct field f)
{
    #pragma acc kernels
    for (int i = 0; i < f.n; i++)
        f.v[i] = f.u[i] + 1;
}
