// Two queues, or a queue and what is synchronous, and one piece of the device's memory.
#define N 1000

static double a[N], b[N], c[N];

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma acc data copy(a, b, c)
    {
        // One queue reads what another one writes.
#pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc parallel loop async(2)
        for (int i = 0; i < N; i++)
            b[i] = a[i]; // check: race on a[0]: queue 2 reads what queue 1 updates, and no wait orders them | missing: wait(1) on the construct
#pragma acc wait
        // With the wait it is right.
#pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc parallel loop async(2) wait(1)
        for (int i = 0; i < N; i++)
            b[i] = a[i];
#pragma acc wait
        // Halves have nothing to do with each other.
        for (int q = 0; q < 2; q++) {
#pragma acc parallel loop async(q)
            for (int i = q * N / 2; i < (q + 1) * N / 2; i++)
                c[i] = a[i] + b[i];
        }
#pragma acc wait
        // Nothing waits for the queue.
#pragma acc parallel loop async(3)
        for (int i = 0; i < N; i++)
            c[i] = i;
#pragma acc parallel loop copy(s) reduction(+:s)
        for (int i = 0; i < N; i++)
            s += c[i]; // check: race on c[0]: the host reads what queue 3 writes, and no wait orders them | missing: #pragma acc wait(3) before
#pragma acc wait(3)
        // An update.
#pragma acc parallel loop async(3)
        for (int i = 0; i < N; i++)
            b[i] = 2 * i;
#pragma acc update self(b) // check: race on b | the host reads what queue 3 writes, and no wait orders them | missing: #pragma acc wait(3) before
#pragma acc wait
        // The same queue is in order.
#pragma acc parallel loop async(3)
        for (int i = 0; i < N; i++)
            b[i] = 3 * i;
#pragma acc update self(b) async(3)
#pragma acc wait
        // The next values come while the kernel reads the last ones.
#pragma acc parallel loop async(4)
        for (int i = 0; i < N; i++)
            c[i] = 2 * a[i];
#pragma acc update device(a) async(5) // check: race on a | queue 5 writes what queue 4 reads, and no wait orders them | missing: wait(4) on the construct
#pragma acc wait
    }
    // The region ends while the queue works on its data.
#pragma acc data copy(a) // check: race on a | the host reads what queue 6 updates, and no wait orders them | missing: #pragma acc wait(6) before the end of the region of
    {
#pragma acc parallel loop async(6)
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
#pragma acc wait
    return s < 0;
}
