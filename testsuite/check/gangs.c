// Gangs don't wait for each other inside of one construct.
#define N 40

static int a[N], b[N], c[N];

int main(void)
{
    int each = 0, one = 0;
#pragma acc data copy(a, b, c)
    {
#pragma acc parallel num_gangs(4)
        {
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                a[i] = i; // check: race on a[20]: i = 20 writes what i = 19 reads | a construct of its own for the second loop
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                b[i] = a[N - 1 - i];
        }
#pragma acc parallel num_gangs(4) copy(each)
        {
            each += 1; // check: race on each: gang 1 and gang 0 both update it | num_gangs(1)
        }
        // All store the same value: no harm.
#pragma acc parallel num_gangs(4) copy(one)
        {
            one = 1;
        }
#pragma acc parallel num_gangs(4)
        {
            c[0] = 5; // check: race on c[0]: gang 1 and i = 0 both write it | each gang runs what is outside of gang loops
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                c[i] = c[i] + i;
        }
#pragma acc parallel num_gangs(4) copy(each)
        {
#pragma acc atomic update
            each += 1;
        }
        // The same iterations of two loops belong to one gang.
#pragma acc parallel num_gangs(4)
        {
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                a[i] = i;
#pragma acc loop gang
            for (int i = 0; i < N; i++)
                b[i] = a[i];
        }
    }
    return 0;
}
