// covers: 2.5.4 if scalar
// error: ACC0102 line 8: if
struct flag {
    int on;
};
void f(int *a, int n, struct flag s)
{
    #pragma acc parallel loop copy(a[0:n]) if(s)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
