// covers: 2.12 update
// error: ACC0124 line 9: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        int v = 0, w = 0;
        #pragma acc atomic update
        v = w + i;
        a[i] = v + w;
    }
}
