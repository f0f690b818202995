// A reduction on the construct: each gang adds once, and a gang loop in it adds too.
int gangs(int n, const int *x)
{
    int s = 100, gangs = 0;
    #pragma acc parallel num_gangs(16) reduction(+ : gangs, s) copyin(x[0:n])
    {
        gangs++;
        #pragma acc loop gang vector reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    return s + gangs;
}
