// Only the first half is walked through: each iteration swaps two elements that no other one has.
// true: line 4 parallel
void swap(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n / 2; i++) {
        int t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}
