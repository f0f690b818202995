// covers: 2.12 if
// error: ACC0102 line 9: s
// error: ACC0005 line 14: if
struct s { int n; };
void f(int *a, int n, struct s s)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc atomic update if(s)
        a[0]++;
    }
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma acc atomic update if(n) if(i)
        a[0]++;
    }
}
