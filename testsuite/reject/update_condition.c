// covers: 2.14.4 if scalar
// error: ACC0102 line 6: if
struct s { int x; } s;
void f(int *a, int *b, int n)
{
    #pragma acc update self(a[0:n]) if(s)
}
