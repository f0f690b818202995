// A jump in a statement expression leaves the loop, whose trip count is then not known in advance.
// error: ACC0116 line 7: `break` leaves the loop
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = ({ if (a[i] < 0) break; 2; });
}
