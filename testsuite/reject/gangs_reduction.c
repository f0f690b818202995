// covers: 2.5.4 gangs reduction
// error: ACC0019 line 5: reduction
void f(int *a, int *b, int n)
{
    #pragma acc parallel num_gangs(2, 2) reduction(+:n)
    n += 1;
}
