// covers: 2.6.6 enter
// error: ACC0022 line 5: enter data
void f(int *a, int *b, int n)
{
    #pragma acc enter data async
}
