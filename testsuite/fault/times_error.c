// The times of a program that an error ends: it comes first, then the table.
// env: ACCRS_TIME=1
// message: b (400 bytes
// message: is not present on
// message: accrs: times of
// message: upload a: 1 time, 400 bytes
// message: compute region (parallel loop), reached 1 time
int main(void)
{
    int a[100], b[100];
#pragma acc data copyin(a)
    {
#pragma acc parallel loop present(a, b)
        for (int i = 0; i < 100; i++)
            b[i] = a[i];
    }
    return 0;
}
