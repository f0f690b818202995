// nvrtc: --fmad=false
// Copies to shared memory that are on their way while a thread goes on, from sm_80 on. They take no registers, so more of them at once would only
// take some for addresses; before, all loads of a part are under way at once.
#if !defined(ACCRS_SIM) && __CUDA_ARCH__ >= 800
#define ACCRS_ON_ITS_WAY 1
[[maybe_unused]] constexpr int accrs_copies_at_once = 2;
#else
#define ACCRS_ON_ITS_WAY 0
[[maybe_unused]] constexpr int accrs_copies_at_once = 16;
#endif

#if ACCRS_ON_ITS_WAY
// An address in global memory. A GPU may look up where a copy comes from even if it copies nothing, and faults if that is nowhere.
static __device__ unsigned long long accrs_nowhere[2];
#endif

// Copies an element if it is there, else puts 0 in its place. It has arrived after `accrs_copies_arrive`, for the thread itself.
template <typename T, typename Where>
static __device__ void accrs_copy_ahead(T *to, bool there, Where where)
{
#if ACCRS_ON_ITS_WAY
    if constexpr (sizeof(T) >= 4) {
        // Bytes beyond the last operand's number are 0.
        const unsigned at = (unsigned)__cvta_generic_to_shared(to);
        const void *from = there ? (const void *)where() : accrs_nowhere;
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(at), "l"(from), "n"(sizeof(T)), "r"(there ? sizeof(T) : 0) : "memory");
        return;
    }
#endif
    *to = there ? *where() : 0;
}

// The same for N elements one behind the other, of which so many are there. In one piece where that can be.
template <int N, typename T, typename Where>
static __device__ void accrs_copy_several(T *to, int there, Where where)
{
    struct __align__(N * sizeof(T)) Piece {
        T of[N];
    };
    const T *from = there > 0 ? where() : nullptr;
    if (there >= N && (unsigned long)from % sizeof(Piece) == 0) {
#if ACCRS_ON_ITS_WAY
        const unsigned at = (unsigned)__cvta_generic_to_shared(to);
        asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(sizeof(Piece)) : "memory");
#else
        *(Piece *)to = *(const Piece *)from;
#endif
        return;
    }
    for (int n = 0; n < N; n++)
        accrs_copy_ahead(to + n, n < there, [=] { return from + n; });
}

static __device__ void accrs_copies_arrive()
{
#if ACCRS_ON_ITS_WAY
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// products.c:28  Map-g-gv: i → block.y, j → block.x thread.x
#line 28 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(32) products_strips_28(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
#line 28 "testsuite/bench/kernels/products.c"
    for (int i = blockIdx.y; 0 <= i && i < n; i += gridDim.y) {
#line 28 "testsuite/bench/kernels/products.c"
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; 0 <= j && j < n; j += gridDim.x * blockDim.x) {
#line 28 "testsuite/bench/kernels/products.c"
            float s = 0;
#line 28 "testsuite/bench/kernels/products.c"
            for (int k = 0; k < n; k++) {
#line 28 "testsuite/bench/kernels/products.c"
                s += a[(long)i * n + k] * b[(long)k * n + j];
            }
#line 28 "testsuite/bench/kernels/products.c"
            c[(long)i * n + j] = s;
        }
    }
#line 28 "testsuite/bench/kernels/products.c"
}

// products.c:29  Map-gv-gv: i → block.y, j → block.x thread.x, in tiles of 1 by 64
#line 29 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(64) products_staged_29(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    // What the rows and columns of a tile read in 32 iterations of the loop in order.
#line 29 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float a_part[32][1];
#line 29 "testsuite/bench/kernels/products.c"
    const int thread = threadIdx.y * 64 + threadIdx.x; // of 64
#line 29 "testsuite/bench/kernels/products.c"
    const long i_end = n;
#line 29 "testsuite/bench/kernels/products.c"
    for (long i_tile = 1 * blockIdx.y; i_tile < i_end; i_tile += 1 * gridDim.y) {
#line 29 "testsuite/bench/kernels/products.c"
        const int i_left = i_end - i_tile < 1 ? i_end - i_tile : 1;
#line 29 "testsuite/bench/kernels/products.c"
        const long j_end = n;
#line 29 "testsuite/bench/kernels/products.c"
        for (long j_tile = 64 * blockIdx.x; j_tile < j_end; j_tile += 64 * gridDim.x) {
#line 29 "testsuite/bench/kernels/products.c"
            const int j_left = j_end - j_tile < 64 ? j_end - j_tile : 64;
#line 29 "testsuite/bench/kernels/products.c"
            float s[1][1];
#line 28 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 28 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 29 "testsuite/bench/kernels/products.c"
                    s[row][column] = 0;
                }
            }
#line 29 "testsuite/bench/kernels/products.c"
            const long k_end = n;
#line 29 "testsuite/bench/kernels/products.c"
            for (long k_part = 0; k_part < k_end; k_part += 32) {
#line 29 "testsuite/bench/kernels/products.c"
                const int k_left = k_end - k_part < 32 ? k_end - k_part : 32;
                {
#line 29 "testsuite/bench/kernels/products.c"
                    const int i_at = thread / 32, k_at = thread % 32;
#line 29 "testsuite/bench/kernels/products.c"
                    const int i = (int)(i_tile + i_at);
#line 29 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 29 "testsuite/bench/kernels/products.c"
                    if (i_at < 1 && k_at < 32) a_part[k_at][i_at] = i_at < i_left && k_at < k_left ? a[(long)i * n + k] : 0;
                }
#line 29 "testsuite/bench/kernels/products.c"
                __syncthreads();
#line 28 "testsuite/bench/kernels/products.c"
                #pragma unroll 4
                for (int k_at = 0; k_at < k_left; k_at++) {
#line 29 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 28 "testsuite/bench/kernels/products.c"
                    #pragma unroll
                    for (int row = 0; row < 1; row++) {
#line 28 "testsuite/bench/kernels/products.c"
                        #pragma unroll
                        for (int column = 0; column < 1; column++) {
#line 29 "testsuite/bench/kernels/products.c"
                            const int j_at = threadIdx.x + 64 * column;
#line 29 "testsuite/bench/kernels/products.c"
                            const int j = (int)(j_tile + (j_at < j_left ? j_at : j_left - 1));
#line 29 "testsuite/bench/kernels/products.c"
                            s[row][column] += a_part[k_at][1 * threadIdx.y + row] * b[(long)k * n + j];
                        }
                    }
                }
#line 29 "testsuite/bench/kernels/products.c"
                __syncthreads();
            }
#line 28 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 28 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 29 "testsuite/bench/kernels/products.c"
                    const int i_at = 1 * threadIdx.y + row, j_at = threadIdx.x + 64 * column;
#line 29 "testsuite/bench/kernels/products.c"
                    if (i_at < i_left && j_at < j_left) {
#line 29 "testsuite/bench/kernels/products.c"
                        const int i = (int)(i_tile + i_at);
#line 29 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 29 "testsuite/bench/kernels/products.c"
                        c[(long)i * n + j] = s[row][column];
                    }
                }
            }
        }
    }
#line 29 "testsuite/bench/kernels/products.c"
}

// products.c:30  Map-gv-gv: i → block.y, j → block.x thread.x, in tiles of 1 by 128
#line 30 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(64) products_columns_30(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    // What the rows and columns of a tile read in 32 iterations of the loop in order.
#line 30 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float a_part[32][1];
#line 30 "testsuite/bench/kernels/products.c"
    const int thread = threadIdx.y * 64 + threadIdx.x; // of 64
#line 30 "testsuite/bench/kernels/products.c"
    const long i_end = n;
#line 30 "testsuite/bench/kernels/products.c"
    for (long i_tile = 1 * blockIdx.y; i_tile < i_end; i_tile += 1 * gridDim.y) {
#line 30 "testsuite/bench/kernels/products.c"
        const int i_left = i_end - i_tile < 1 ? i_end - i_tile : 1;
#line 30 "testsuite/bench/kernels/products.c"
        const long j_end = n;
#line 30 "testsuite/bench/kernels/products.c"
        for (long j_tile = 128 * blockIdx.x; j_tile < j_end; j_tile += 128 * gridDim.x) {
#line 30 "testsuite/bench/kernels/products.c"
            const int j_left = j_end - j_tile < 128 ? j_end - j_tile : 128;
#line 30 "testsuite/bench/kernels/products.c"
            float s[1][2];
#line 29 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 29 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 2; column++) {
#line 30 "testsuite/bench/kernels/products.c"
                    s[row][column] = 0;
                }
            }
#line 30 "testsuite/bench/kernels/products.c"
            const long k_end = n;
#line 30 "testsuite/bench/kernels/products.c"
            for (long k_part = 0; k_part < k_end; k_part += 32) {
#line 30 "testsuite/bench/kernels/products.c"
                const int k_left = k_end - k_part < 32 ? k_end - k_part : 32;
                {
#line 30 "testsuite/bench/kernels/products.c"
                    const int i_at = thread / 32, k_at = thread % 32;
#line 30 "testsuite/bench/kernels/products.c"
                    const int i = (int)(i_tile + i_at);
#line 30 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 30 "testsuite/bench/kernels/products.c"
                    if (i_at < 1 && k_at < 32) a_part[k_at][i_at] = i_at < i_left && k_at < k_left ? a[(long)i * n + k] : 0;
                }
#line 30 "testsuite/bench/kernels/products.c"
                __syncthreads();
#line 29 "testsuite/bench/kernels/products.c"
                #pragma unroll 4
                for (int k_at = 0; k_at < k_left; k_at++) {
#line 30 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 29 "testsuite/bench/kernels/products.c"
                    #pragma unroll
                    for (int row = 0; row < 1; row++) {
#line 29 "testsuite/bench/kernels/products.c"
                        #pragma unroll
                        for (int column = 0; column < 2; column++) {
#line 30 "testsuite/bench/kernels/products.c"
                            const int j_at = threadIdx.x + 64 * column;
#line 30 "testsuite/bench/kernels/products.c"
                            const int j = (int)(j_tile + (j_at < j_left ? j_at : j_left - 1));
#line 30 "testsuite/bench/kernels/products.c"
                            s[row][column] += a_part[k_at][1 * threadIdx.y + row] * b[(long)k * n + j];
                        }
                    }
                }
#line 30 "testsuite/bench/kernels/products.c"
                __syncthreads();
            }
#line 29 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 29 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 2; column++) {
#line 30 "testsuite/bench/kernels/products.c"
                    const int i_at = 1 * threadIdx.y + row, j_at = threadIdx.x + 64 * column;
#line 30 "testsuite/bench/kernels/products.c"
                    if (i_at < i_left && j_at < j_left) {
#line 30 "testsuite/bench/kernels/products.c"
                        const int i = (int)(i_tile + i_at);
#line 30 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 30 "testsuite/bench/kernels/products.c"
                        c[(long)i * n + j] = s[row][column];
                    }
                }
            }
        }
    }
#line 30 "testsuite/bench/kernels/products.c"
}

// products.c:31  Map-gv-gv: i → block.y, j → block.x thread.x, in tiles of 2 by 64
#line 31 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(64) products_rows_31(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    // What the rows and columns of a tile read in 32 iterations of the loop in order.
#line 31 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float a_part[32][2 + 4];
#line 31 "testsuite/bench/kernels/products.c"
    const int thread = threadIdx.y * 64 + threadIdx.x; // of 64
#line 31 "testsuite/bench/kernels/products.c"
    const long i_end = n;
#line 31 "testsuite/bench/kernels/products.c"
    for (long i_tile = 2 * blockIdx.y; i_tile < i_end; i_tile += 2 * gridDim.y) {
#line 31 "testsuite/bench/kernels/products.c"
        const int i_left = i_end - i_tile < 2 ? i_end - i_tile : 2;
#line 31 "testsuite/bench/kernels/products.c"
        const long j_end = n;
#line 31 "testsuite/bench/kernels/products.c"
        for (long j_tile = 64 * blockIdx.x; j_tile < j_end; j_tile += 64 * gridDim.x) {
#line 31 "testsuite/bench/kernels/products.c"
            const int j_left = j_end - j_tile < 64 ? j_end - j_tile : 64;
#line 31 "testsuite/bench/kernels/products.c"
            float s[2][1];
#line 30 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 2; row++) {
#line 30 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 31 "testsuite/bench/kernels/products.c"
                    s[row][column] = 0;
                }
            }
#line 31 "testsuite/bench/kernels/products.c"
            const long k_end = n;
#line 31 "testsuite/bench/kernels/products.c"
            for (long k_part = 0; k_part < k_end; k_part += 32) {
#line 31 "testsuite/bench/kernels/products.c"
                const int k_left = k_end - k_part < 32 ? k_end - k_part : 32;
                {
#line 31 "testsuite/bench/kernels/products.c"
                    const int i_at = thread / 32, k_at = thread % 32;
#line 31 "testsuite/bench/kernels/products.c"
                    const int i = (int)(i_tile + i_at);
#line 31 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 31 "testsuite/bench/kernels/products.c"
                    a_part[k_at][i_at] = i_at < i_left && k_at < k_left ? a[(long)i * n + k] : 0;
                }
#line 31 "testsuite/bench/kernels/products.c"
                __syncthreads();
#line 30 "testsuite/bench/kernels/products.c"
                #pragma unroll 4
                for (int k_at = 0; k_at < k_left; k_at++) {
#line 31 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 30 "testsuite/bench/kernels/products.c"
                    #pragma unroll
                    for (int row = 0; row < 2; row++) {
#line 30 "testsuite/bench/kernels/products.c"
                        #pragma unroll
                        for (int column = 0; column < 1; column++) {
#line 31 "testsuite/bench/kernels/products.c"
                            const int j_at = threadIdx.x + 64 * column;
#line 31 "testsuite/bench/kernels/products.c"
                            const int j = (int)(j_tile + (j_at < j_left ? j_at : j_left - 1));
#line 31 "testsuite/bench/kernels/products.c"
                            s[row][column] += a_part[k_at][2 * threadIdx.y + row] * b[(long)k * n + j];
                        }
                    }
                }
#line 31 "testsuite/bench/kernels/products.c"
                __syncthreads();
            }
#line 30 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 2; row++) {
#line 30 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 31 "testsuite/bench/kernels/products.c"
                    const int i_at = 2 * threadIdx.y + row, j_at = threadIdx.x + 64 * column;
#line 31 "testsuite/bench/kernels/products.c"
                    if (i_at < i_left && j_at < j_left) {
#line 31 "testsuite/bench/kernels/products.c"
                        const int i = (int)(i_tile + i_at);
#line 31 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 31 "testsuite/bench/kernels/products.c"
                        c[(long)i * n + j] = s[row][column];
                    }
                }
            }
        }
    }
#line 31 "testsuite/bench/kernels/products.c"
}

// products.c:32  Map-gv-gv: i → block.y thread.y, j → block.x thread.x, in tiles of 16 by 16
#line 32 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(256) products_squares_32(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    // What the rows and columns of a tile read in 16 iterations of the loop in order.
#line 32 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float a_part[16][16 + 4];
#line 32 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float b_part[16][16];
#line 32 "testsuite/bench/kernels/products.c"
    const int thread = threadIdx.y * 16 + threadIdx.x; // of 256
#line 32 "testsuite/bench/kernels/products.c"
    const long i_end = n;
#line 32 "testsuite/bench/kernels/products.c"
    for (long i_tile = 16 * blockIdx.y; i_tile < i_end; i_tile += 16 * gridDim.y) {
#line 32 "testsuite/bench/kernels/products.c"
        const int i_left = i_end - i_tile < 16 ? i_end - i_tile : 16;
#line 32 "testsuite/bench/kernels/products.c"
        const long j_end = n;
#line 32 "testsuite/bench/kernels/products.c"
        for (long j_tile = 16 * blockIdx.x; j_tile < j_end; j_tile += 16 * gridDim.x) {
#line 32 "testsuite/bench/kernels/products.c"
            const int j_left = j_end - j_tile < 16 ? j_end - j_tile : 16;
#line 32 "testsuite/bench/kernels/products.c"
            float s[1][1];
#line 31 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 31 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 32 "testsuite/bench/kernels/products.c"
                    s[row][column] = 0;
                }
            }
#line 32 "testsuite/bench/kernels/products.c"
            const long k_end = n;
#line 32 "testsuite/bench/kernels/products.c"
            for (long k_part = 0; k_part < k_end; k_part += 16) {
#line 32 "testsuite/bench/kernels/products.c"
                const int k_left = k_end - k_part < 16 ? k_end - k_part : 16;
                {
#line 32 "testsuite/bench/kernels/products.c"
                    const int i_at = thread / 16, k_at = thread % 16;
#line 32 "testsuite/bench/kernels/products.c"
                    const int i = (int)(i_tile + i_at);
#line 32 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 32 "testsuite/bench/kernels/products.c"
                    a_part[k_at][i_at] = i_at < i_left && k_at < k_left ? a[(long)i * n + k] : 0;
                }
                {
#line 32 "testsuite/bench/kernels/products.c"
                    const int j_at = thread % 16, k_at = thread / 16;
#line 32 "testsuite/bench/kernels/products.c"
                    const int j = (int)(j_tile + j_at);
#line 32 "testsuite/bench/kernels/products.c"
                    const int k = (int)(k_part + k_at);
#line 32 "testsuite/bench/kernels/products.c"
                    b_part[k_at][j_at] = j_at < j_left && k_at < k_left ? b[(long)k * n + j] : 0;
                }
#line 32 "testsuite/bench/kernels/products.c"
                __syncthreads();
#line 31 "testsuite/bench/kernels/products.c"
                #pragma unroll 4
                for (int k_at = 0; k_at < k_left; k_at++) {
#line 31 "testsuite/bench/kernels/products.c"
                    #pragma unroll
                    for (int row = 0; row < 1; row++) {
#line 31 "testsuite/bench/kernels/products.c"
                        #pragma unroll
                        for (int column = 0; column < 1; column++) {
#line 32 "testsuite/bench/kernels/products.c"
                            s[row][column] += a_part[k_at][1 * threadIdx.y + row] * b_part[k_at][threadIdx.x + 16 * column];
                        }
                    }
                }
#line 32 "testsuite/bench/kernels/products.c"
                __syncthreads();
            }
#line 31 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 1; row++) {
#line 31 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 1; column++) {
#line 32 "testsuite/bench/kernels/products.c"
                    const int i_at = 1 * threadIdx.y + row, j_at = threadIdx.x + 16 * column;
#line 32 "testsuite/bench/kernels/products.c"
                    if (i_at < i_left && j_at < j_left) {
#line 32 "testsuite/bench/kernels/products.c"
                        const int i = (int)(i_tile + i_at);
#line 32 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 32 "testsuite/bench/kernels/products.c"
                        c[(long)i * n + j] = s[row][column];
                    }
                }
            }
        }
    }
#line 32 "testsuite/bench/kernels/products.c"
}

// products.c:33  Map-gv-gv: i → block.y thread.y, j → block.x thread.x, in tiles of 64 by 64
#line 33 "testsuite/bench/kernels/products.c"
extern "C" __global__ void __launch_bounds__(128) products_tiles_33(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    // What the rows and columns of a tile read in 16 iterations of the loop in order.
#line 33 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float a_part[2][16][64 + 4];
#line 33 "testsuite/bench/kernels/products.c"
    __shared__ __align__(16) float b_part[2][16][64];
#line 33 "testsuite/bench/kernels/products.c"
    const int thread = threadIdx.y * 32 + threadIdx.x; // of 128
#line 33 "testsuite/bench/kernels/products.c"
    const long i_end = n;
#line 33 "testsuite/bench/kernels/products.c"
    for (long i_tile = 64 * blockIdx.y; i_tile < i_end; i_tile += 64 * gridDim.y) {
#line 33 "testsuite/bench/kernels/products.c"
        const int i_left = i_end - i_tile < 64 ? i_end - i_tile : 64;
#line 33 "testsuite/bench/kernels/products.c"
        const long j_end = n;
#line 33 "testsuite/bench/kernels/products.c"
        for (long j_tile = 64 * blockIdx.x; j_tile < j_end; j_tile += 64 * gridDim.x) {
#line 33 "testsuite/bench/kernels/products.c"
            const int j_left = j_end - j_tile < 64 ? j_end - j_tile : 64;
#line 33 "testsuite/bench/kernels/products.c"
            float s[16][2];
#line 32 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 16; row++) {
#line 32 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 2; column++) {
#line 33 "testsuite/bench/kernels/products.c"
                    s[row][column] = 0;
                }
            }
#line 33 "testsuite/bench/kernels/products.c"
            const long k_end = n;
            // While one of two buffers is read, the next part is on its way to the other one.
#line 33 "testsuite/bench/kernels/products.c"
            int buffer = 0;
#line 33 "testsuite/bench/kernels/products.c"
            for (long k_part = -16; k_part < k_end; k_part += 16, buffer = 1 - buffer) {
#line 33 "testsuite/bench/kernels/products.c"
                const long k_next = k_part + 16;
#line 33 "testsuite/bench/kernels/products.c"
                if (k_next < k_end) {
#line 33 "testsuite/bench/kernels/products.c"
                    const int k_left = k_end - k_next < 16 ? k_end - k_next : 16;
#line 32 "testsuite/bench/kernels/products.c"
                    #pragma unroll accrs_copies_at_once
                    for (int i_from = 0; i_from < 64; i_from += 16) {
#line 32 "testsuite/bench/kernels/products.c"
                        #pragma unroll accrs_copies_at_once
                        for (int k_from = 0; k_from < 16; k_from += 8) {
#line 33 "testsuite/bench/kernels/products.c"
                            const int i_at = i_from + thread / 8, k_at = k_from + thread % 8;
#line 33 "testsuite/bench/kernels/products.c"
                            const int i = (int)(i_tile + i_at);
#line 33 "testsuite/bench/kernels/products.c"
                            const int k = (int)(k_next + k_at);
#line 33 "testsuite/bench/kernels/products.c"
                            accrs_copy_ahead(&a_part[buffer][k_at][i_at], i_at < i_left && k_at < k_left, [&] { return &a[(long)i * n + k]; });
                        }
                    }
#line 32 "testsuite/bench/kernels/products.c"
                    #pragma unroll accrs_copies_at_once
                    for (int k_from = 0; k_from < 16; k_from += 8) {
#line 33 "testsuite/bench/kernels/products.c"
                        const int j_at = 4 * (thread % 16), k_at = k_from + thread / 16;
#line 33 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 33 "testsuite/bench/kernels/products.c"
                        const int k = (int)(k_next + k_at);
#line 33 "testsuite/bench/kernels/products.c"
                        accrs_copy_several<4>(&b_part[buffer][k_at][j_at], k_at < k_left ? j_left - j_at : 0, [&] { return &b[(long)k * n + j]; });
                    }
                }
#line 33 "testsuite/bench/kernels/products.c"
                if (k_part >= 0) {
#line 33 "testsuite/bench/kernels/products.c"
                    const int k_left = k_end - k_part < 16 ? k_end - k_part : 16;
#line 32 "testsuite/bench/kernels/products.c"
                    #pragma unroll 4
                    for (int k_at = 0; k_at < k_left; k_at++) {
#line 32 "testsuite/bench/kernels/products.c"
                        #pragma unroll
                        for (int row = 0; row < 16; row++) {
#line 32 "testsuite/bench/kernels/products.c"
                            #pragma unroll
                            for (int column = 0; column < 2; column++) {
#line 33 "testsuite/bench/kernels/products.c"
                                s[row][column] += a_part[1 - buffer][k_at][16 * threadIdx.y + row] * b_part[1 - buffer][k_at][threadIdx.x + 32 * column];
                            }
                        }
                    }
                }
#line 33 "testsuite/bench/kernels/products.c"
                accrs_copies_arrive();
#line 33 "testsuite/bench/kernels/products.c"
                __syncthreads();
            }
#line 32 "testsuite/bench/kernels/products.c"
            #pragma unroll
            for (int row = 0; row < 16; row++) {
#line 32 "testsuite/bench/kernels/products.c"
                #pragma unroll
                for (int column = 0; column < 2; column++) {
#line 33 "testsuite/bench/kernels/products.c"
                    const int i_at = 16 * threadIdx.y + row, j_at = threadIdx.x + 32 * column;
#line 33 "testsuite/bench/kernels/products.c"
                    if (i_at < i_left && j_at < j_left) {
#line 33 "testsuite/bench/kernels/products.c"
                        const int i = (int)(i_tile + i_at);
#line 33 "testsuite/bench/kernels/products.c"
                        const int j = (int)(j_tile + j_at);
#line 33 "testsuite/bench/kernels/products.c"
                        c[(long)i * n + j] = s[row][column];
                    }
                }
            }
        }
    }
#line 33 "testsuite/bench/kernels/products.c"
}
