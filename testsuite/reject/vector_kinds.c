// error: ACC0303 line 10: unaligned
// error: ACC0119 line 11: __builtin_convertvector
typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef float unaligned __attribute__((vector_size(16), aligned(4)));
void f(v4 *a, i4 *b, float *c, int n)
{
    #pragma acc parallel loop copy(a[0:n], b[0:n], c[0:4*n])
    for (int i = 0; i < n; i++) {
        a[i] += *(unaligned *)(c + 4 * i);
        b[i] = __builtin_convertvector(a[i], i4);
    }
}
