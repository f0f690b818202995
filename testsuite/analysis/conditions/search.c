// A loop that is left early has no trip count before it starts.
// true: line 5 sequential
int first(int n, const int *a, int key)
{
    int at = -1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] == key) {
            at = i;
            break;
        }
    return at;
}
