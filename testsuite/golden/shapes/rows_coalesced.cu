// nvrtc: --fmad=false
// How many iterations lead from `from` to before `to` (to `to` itself if closed).
template <typename T>
static __device__ unsigned long accrs_trips(T from, T to, unsigned long step, bool closed)
{
    if (from > to || (from == to && !closed))
        return 0;
    const unsigned long distance = (unsigned long)to - (unsigned long)from;
    return closed ? distance / step + 1 : (distance - 1) / step + 1;
}

struct particle {
    double x;
    double y;
    double z;
    double vx;
    double vy;
    double vz;
};
static_assert(sizeof(struct particle) == 48, "'particle' is laid out as on the host");

// rows_coalesced.c:8  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) rows_coalesced_push_8(int n, double dt, struct particle *p)
{
    for (long strip = 128 * blockIdx.x; strip < n; strip += 128 * gridDim.x) { // line 9
        __shared__ double p_rows[128][7];
        int left = n - strip < 128 ? (int)(n - strip) : 128;
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 6; word += 128) { // line 9
            p_rows[word / 6][word % 6] = ((double *)&p[strip])[word];
        }
        __syncthreads();
        for (int lane = threadIdx.x; lane < left; lane += blockDim.x) { // line 9
            p_rows[lane][0] += dt * p_rows[lane][3];
            p_rows[lane][1] += dt * p_rows[lane][4];
            p_rows[lane][2] += dt * p_rows[lane][5];
        }
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 3; word += 128) { // line 9
            ((double *)&p[strip])[word / 3 * 6 + word % 3] = p_rows[word / 3][word % 3];
        }
    }
}

// rows_coalesced.c:18  Map-gv: c → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) rows_coalesced_relax_18(int n, const float *__restrict__ f, float *__restrict__ g)
{
    for (long strip = 128 * blockIdx.x; strip < n; strip += 128 * gridDim.x) { // line 19
        __shared__ float f_rows[128][9];
        __shared__ float g_rows[128][9];
        int left = n - strip < 128 ? (int)(n - strip) : 128;
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 9; word += 128) { // line 19
            f_rows[word / 9][word % 9] = f[9 * strip + word];
        }
        __syncthreads();
        for (int lane = threadIdx.x; lane < left; lane += blockDim.x) { // line 19
            float rho = 0;
            for (int q = 0; q < 9; q++) {
                rho += f_rows[lane][q];
            }
            for (int q = 0; q < 9; q++) {
                g_rows[lane][q] = 0.5f * (f_rows[lane][q] + rho / 9);
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 9; word += 128) { // line 19
            g[9 * strip + word] = g_rows[word / 9][word % 9];
        }
    }
}

// rows_coalesced.c:31  gang-worker-vector: j → block.x thread.y, i → thread.x
extern "C" __global__ void __launch_bounds__(128) rows_coalesced_lines_31(int ny, int nx, const double (*__restrict__ u)[64][5], double (*__restrict__ r)[64][5])
{
    const unsigned long j_trips_2 = accrs_trips<int>(0, ny, 1, false);
    for (unsigned long j_base = (unsigned long)blockIdx.x * blockDim.y; j_base < j_trips_2; j_base += (unsigned long)gridDim.x * blockDim.y) {
        const unsigned long j_k = j_base + threadIdx.y;
        const bool active = j_k < j_trips_2;
        int j = (int)j_k;
        {
            long strip = {};
            if (active) {
                strip = 1;
            }
            for (bool active_2 = active; __syncthreads_or(active_2 = active_2 && strip < nx - 1); ) {
                __shared__ double r_rows[4][32][5];
                int left = {};
                if (active_2) {
                    left = nx - 1 - strip < 32 ? (int)(nx - 1 - strip) : 32;
                }
                if (active_2) {
                    for (int lane = threadIdx.x; lane < left; lane += blockDim.x) { // line 34
                        int m;
                        int i = strip + lane;
                        for (m = 0; m < 5; m++) {
                            r_rows[threadIdx.y][lane][m] = u[j][i + 1][m] - u[j][i - 1][m];
                        }
                    }
                }
                __syncthreads();
                if (active_2) {
                    #pragma unroll 4
                    for (int word = threadIdx.x; word < left * 5; word += 32) { // line 34
                        r[j][strip + word / 5][word % 5] = r_rows[threadIdx.y][word / 5][word % 5];
                    }
                }
                if (active_2) {
                    strip += 32;
                }
            }
        }
    }
}

// rows_coalesced.c:41  Map-gv: j i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) rows_coalesced_grid_41(int ny, int nx, const double *__restrict__ f, double *__restrict__ g)
{
    long j_trips = 1 < ny ? ny - 1 : 0;
    long i_trips = 0 < nx ? nx : 0;
    for (long strip = 128 * blockIdx.x; strip < j_trips * i_trips; strip += 128 * gridDim.x) { // line 42
        __shared__ double g_rows[128][5];
        __shared__ double *g_places[128];
        int left = j_trips * i_trips - strip < 128 ? (int)(j_trips * i_trips - strip) : 128;
        __syncthreads();
        for (int lane = threadIdx.x; lane < left; lane += blockDim.x) { // line 42
            long number = strip + lane;
            int j = 1 + number / i_trips;
            int i = number % i_trips;
            g_places[lane] = (double *)&g[5 * ((long)nx * (long)j) + 5 * (long)i];
        }
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 5; word += 128) { // line 42
            g_rows[word / 5][word % 5] = g_places[word / 5][word % 5];
        }
        __syncthreads();
        for (int lane = threadIdx.x; lane < left; lane += blockDim.x) { // line 42
            long number = strip + lane;
            int j = 1 + number / i_trips;
            int i = number % i_trips;
            for (int m = 0; m < 5; m++) {
                g_rows[lane][m] += f[((j - 1) * nx + i) * 5 + m];
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (int word = threadIdx.x; word < left * 5; word += 128) { // line 42
            g_places[word / 5][word % 5] = g_rows[word / 5][word % 5];
        }
    }
}

// rows_coalesced.c:50  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) rows_coalesced_plain_50(int n, struct particle *p, const struct particle *q)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 51
        p[i].x = 1;
        p[i].y = q[i].x;
        p[i].z = q[i].y;
    }
}
