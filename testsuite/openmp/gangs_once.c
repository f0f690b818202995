// What a clause's argument does happens once: the number of threads is no text that stands there twice.
#define N 100

static int calls;

static int gangs(void)
{
    return ++calls;
}

int main(void)
{
    int a[N] = {0}, n = 2;
#pragma acc parallel num_gangs(gangs() + 1) copy(a)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
    }
    int once = calls == 1;
#pragma acc parallel num_gangs(n - 1) copy(a)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
#pragma acc loop gang
        for (int i = 0; i < N; i++)
            a[i]++;
    }
    once |= calls == 0;
    for (int i = 0; i < N; i++)
        once &= a[i] == 4;
    return !once;
}
