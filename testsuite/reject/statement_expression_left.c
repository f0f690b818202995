// A jump in a statement expression leaves the construct.
// error: ACC0116 line 6: `return` leaves the compute construct
int f(int *a, int n)
{
    #pragma acc serial copy(a[0:n])
    a[0] = ({ if (a[1]) return 1; 2; });
    return 0;
}
