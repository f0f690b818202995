// covers: 2.12 scalar
// error: ACC0124 line 10: 
void f(int *a, int n)
{
    struct pair { int x, y; } *s = (struct pair *)a, *t = s + 1;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        int v = 0, w = 0;
        #pragma acc atomic write
        *s = *t;
        a[i] = v + w;
    }
}
