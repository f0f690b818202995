// Members of a union are the same memory, whatever their types.
// true: line 5 sequential
union word { float f; int i; };
void mix(int n, union word *w)
{
    #pragma acc kernels
    for (int i = 0; i < n - 1; i++)
        w[i].f = w[i + 1].i;
}
