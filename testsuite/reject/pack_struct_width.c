// run: -O2 -fpack-struct=2
// error: ACC0303 line 8: 'odd'
struct odd { char a; int b : 4; int : 0; char c; };
void f(struct odd *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i].a = 1;
}
