// rows.cu: the loops of rows.c as CUDA by hand: words are copied through shared memory.

// Positions are stored, and velocities read, of six doubles each.
extern "C" __global__ void push(int n, double *__restrict__ p)
{
    __shared__ double row[128][7];
    long first = 128L * blockIdx.x;
    int left = n - first < 128 ? (int)(n - first) : 128;
    for (int w = threadIdx.x; w < 6 * left; w += 128) row[w / 6][w % 6] = p[6 * first + w];
    __syncthreads();
    if (threadIdx.x < left)
        for (int k = 0; k < 3; k++) row[threadIdx.x][k] += 0.5 * row[threadIdx.x][k + 3];
    __syncthreads();
    for (int w = threadIdx.x; w < 6 * left; w += 128) p[6 * first + w] = row[w / 6][w % 6];
}

extern "C" __global__ void relax(int n, const float *__restrict__ from, float *__restrict__ to)
{
    __shared__ float row[128 * 9];
    long first = 128L * blockIdx.x;
    int left = n - first < 128 ? (int)(n - first) : 128;
    for (int w = threadIdx.x; w < 9 * left; w += 128) row[w] = from[9 * first + w];
    __syncthreads();
    if (threadIdx.x < left) {
        float rho = 0, *own = row + 9 * threadIdx.x;
        for (int k = 0; k < 9; k++) rho += own[k];
        for (int k = 0; k < 9; k++) own[k] = 0.5f * (own[k] + rho);
    }
    __syncthreads();
    for (int w = threadIdx.x; w < 9 * left; w += 128) to[9 * first + w] = row[w];
}

// Neighbouring threads have neighbouring words, whatever points these belong to.
extern "C" __global__ void grid(int lines, const double *__restrict__ u, double *__restrict__ r)
{
    long line = 512L * 5 * blockIdx.y;
    for (int w = threadIdx.x; w < 128 * 5; w += 128) {
        int at = 128 * 5 * blockIdx.x + w;
        if (at >= 5 && at < 511 * 5) r[line + at] = u[line + at + 5] - 2 * u[line + at] + u[line + at - 5];
    }
}
