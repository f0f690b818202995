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

struct grid {
    int nx;
    int ny;
    int nz;
};
static_assert(sizeof(struct grid) == 12, "'grid' is laid out as on the host");

// interchange.c:10  Map-gv-gv: j → block.y thread.y, i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) interchange_copied_10(const double (*__restrict__ in)[200], double (*__restrict__ out)[200])
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < 300; j += gridDim.y * blockDim.y) { // line 11
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 200; i += gridDim.x * blockDim.x) {
            out[j][i] = in[j][i];
        }
    }
}

// interchange.c:19  Map-gv-gv: j → block.y thread.y, i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) interchange_linear_19(int n, int m, const float *__restrict__ a, float *__restrict__ b)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < m; j += gridDim.y * blockDim.y) { // line 22
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) {
            float t = a[j * n + i];
            b[j * n + i] = t * t;
        }
    }
}

// interchange.c:38  Map3-1: y → block.x, z → block.y thread.y, x → thread.x
extern "C" __global__ void __launch_bounds__(128) interchange_cube_38(struct grid *g, float (*__restrict__ a)[64][64])
{
    for (int y = blockIdx.x; 0 <= y && y < g->ny; y += gridDim.x) { // line 39
        const unsigned long z_trips = accrs_trips<int>(1, g->nz, 2, true);
        for (unsigned long z_base = (unsigned long)blockIdx.y * blockDim.y; z_base < z_trips; z_base += (unsigned long)gridDim.y * blockDim.y) {
            const unsigned long z_k = z_base + threadIdx.y;
            const bool active = z_k < z_trips;
            int z = (int)(1 + (long)(z_k * 2));
            __syncthreads();
            if (active) {
                for (int x = threadIdx.x; 0 <= x && x < g->nx; x += blockDim.x) {
                    float half;
                    half = a[z][y][x] / 2;
                    a[z][y][x] = half;
                }
            }
        }
    }
}

// interchange.c:50  Map-gv-gv: i → block.y thread.y, j → block.x thread.x, in tiles of 64 by 64
extern "C" __global__ void __launch_bounds__(256) interchange_product_50(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    // What the rows and columns of a tile read in 16 iterations of the sequential loop.
    __shared__ __align__(16) double a_part[16][64 + 2];
    __shared__ __align__(16) double b_part[16][64];
    const int thread = threadIdx.y * 32 + threadIdx.x; // of 256
    const long i_end = n;
    for (long i_tile = 64 * blockIdx.y; i_tile < i_end; i_tile += 64 * gridDim.y) {
        const int i_left = i_end - i_tile < 64 ? i_end - i_tile : 64;
        const long j_end = n;
        for (long j_tile = 64 * blockIdx.x; j_tile < j_end; j_tile += 64 * gridDim.x) {
            const int j_left = j_end - j_tile < 64 ? j_end - j_tile : 64;
            const long k_end = n;
            if (0 < k_end) {
                double c_own[8][2] = {};
                #pragma unroll
                for (int row = 0; row < 8; row++) {
                    #pragma unroll
                    for (int column = 0; column < 2; column++) {
                        const int i_at = 8 * threadIdx.y + row, j_at = threadIdx.x + 32 * column;
                        if (i_at < i_left && j_at < j_left) {
                            const int i = (int)(i_tile + i_at);
                            const int j = (int)(j_tile + j_at);
                            c_own[row][column] = c[(long)i * n + j];
                        }
                    }
                }
                for (long k_part = 0; k_part < k_end; k_part += 16) {
                    const int k_left = k_end - k_part < 16 ? k_end - k_part : 16;
                    #pragma unroll
                    for (int i_from = 0; i_from < 64; i_from += 32) {
                        #pragma unroll
                        for (int k_from = 0; k_from < 16; k_from += 8) {
                            const int i_at = i_from + thread / 8, k_at = k_from + thread % 8;
                            const int i = (int)(i_tile + i_at);
                            const int k = (int)(k_part + k_at);
                            a_part[k_at][i_at] = i_at < i_left && k_at < k_left ? a[(long)i * n + k] : 0;
                        }
                    }
                    #pragma unroll
                    for (int k_from = 0; k_from < 16; k_from += 4) {
                        const int j_at = thread % 64, k_at = k_from + thread / 64;
                        const int j = (int)(j_tile + j_at);
                        const int k = (int)(k_part + k_at);
                        b_part[k_at][j_at] = j_at < j_left && k_at < k_left ? b[(long)k * n + j] : 0;
                    }
                    __syncthreads();
                    #pragma unroll 4
                    for (int k_at = 0; k_at < k_left; k_at++) {
                        #pragma unroll
                        for (int row = 0; row < 8; row++) {
                            #pragma unroll
                            for (int column = 0; column < 2; column++) {
                                c_own[row][column] += a_part[k_at][8 * threadIdx.y + row] * b_part[k_at][threadIdx.x + 32 * column];
                            }
                        }
                    }
                    __syncthreads();
                }
                #pragma unroll
                for (int row = 0; row < 8; row++) {
                    #pragma unroll
                    for (int column = 0; column < 2; column++) {
                        const int i_at = 8 * threadIdx.y + row, j_at = threadIdx.x + 32 * column;
                        if (i_at < i_left && j_at < j_left) {
                            const int i = (int)(i_tile + i_at);
                            const int j = (int)(j_tile + j_at);
                            c[(long)i * n + j] = c_own[row][column];
                        }
                    }
                }
            }
        }
    }
}

// interchange.c:59  Map-gv: k → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) interchange_thread_59(int n, double (*a)[32][32])
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; 0 <= k && k < n; k += gridDim.x * blockDim.x) { // line 60
        for (int i = 0; i < 32; i++) {
            for (int j = 0; j < 32; j++) {
                a[k][j][i] += k;
            }
        }
    }
}

// interchange.c:70  Map-gv: c0 → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) interchange_skewed_70(int n, double *a)
{
    for (long c0 = 1 + blockIdx.x * blockDim.x + threadIdx.x; c0 < 2 * (long)n - 2; c0 += gridDim.x * blockDim.x) {
        for (long c1 = 1 > -(long)n + c0 + 2 ? 1 : -(long)n + c0 + 2; c1 <= ((long)n - 1 < c0 ? (long)n - 1 : c0); c1 += 1) {
            {
                int i = c1;
                int j = c0 - c1;
                a[(long)j * n + i] += a[(long)(j + 1) * n + (i - 1)];
            }
        }
    }
}
