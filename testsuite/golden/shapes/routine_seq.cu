// nvrtc: --fmad=false
static __device__ int collatz(long n);
static __device__ unsigned long fibonacci(unsigned n);

static __device__ int collatz(long n)
{
    int steps = 0;
    while (n > 1) {
        if (steps == 1000) {
            return -1;
        }
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

// recursion: how deep it goes is known at run time only
static __device__ unsigned long fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// routine_seq.c:21  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) routine_seq_table_21(int n, int *__restrict__ c, unsigned long *__restrict__ f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 22
        c[i] = collatz(i + 1);
        f[i] = fibonacci(i % 12);
    }
}
