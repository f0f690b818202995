// covers: 2.16 integer
// error: ACC0102 line 5: wait
void f(int *a, int *b, int n)
{
    #pragma acc wait(a)
}
