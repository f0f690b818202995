// Variables that each iteration should have for itself.
#define N 50

static double a[N], b[N];
static double work[3];
static int flag;

int main(void)
{
    double tmp[4], t = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc data copyin(a) copy(b)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            tmp[0] = a[i]; // check: race on tmp[0]: i = 1 and i = 0 both write it | missing: private(tmp)
            b[i] = tmp[0];
        }
#pragma acc parallel loop copy(t)
        for (int i = 0; i < N; i++) {
            t = a[i]; // check: race on t: i = 1 and i = 0 both write it | missing: private(t)
            b[i] = t * t;
        }
#pragma acc parallel loop copy(work)
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < 3; k++)
                work[k] = a[i] + k; // check: race on work[0]: i = 1 and i = 0 both write it | missing: private(work)
            b[i] = work[0] + work[2];
        }
#pragma acc parallel loop private(work)
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < 3; k++)
                work[k] = a[i] + k;
            b[i] = work[0] + work[2];
        }
        // A value of before the loop is wanted: firstprivate.
        double scale = 2;
#pragma acc parallel loop private(scale)
        for (int i = 0; i < N; i++)
            b[i] = scale * a[i]; // check: scale is read, and nobody has written it, in i = 0 | missing: firstprivate(scale)
#pragma acc parallel loop private(tmp)
        for (int i = 0; i < N; i++) {
            tmp[1] = a[i];
            b[i] = tmp[1] + tmp[2]; // check: tmp[2] is read, and nobody has written it, in i = 0 | missing: firstprivate(tmp)
        }
        // A value of the iteration before.
        double before = 0;
#pragma acc parallel loop copy(before)
        for (int i = 0; i < N; i++) {
            b[i] = a[i] - before; // check: race on before: i = 1 reads what i = 0 writes | missing: seq
            before = a[i];
        }
    }
    return flag;
}
