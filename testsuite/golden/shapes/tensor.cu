// nvrtc:
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
        const unsigned bytes = there ? sizeof(T) : 0;
        const void *from = there ? (const void *)where() : accrs_nowhere;
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(at), "l"(from), "n"(sizeof(T)), "r"(bytes) : "memory");
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

// Sums of products of doubles by tensor cores, on GPUs where these are faster than the other units. An instruction of a warp adds what some iterations of
// the loop in order give to 8 or 16 rows and 8 columns of a tile. Each sum has its products added in their order, each rounded once, as by fma().
// (Sim rounds products too, here as everywhere.)
#if defined(ACCRS_SIM) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
#define ACCRS_TENSOR 1
#else
#define ACCRS_TENSOR 0
#endif
#if defined(ACCRS_SIM) || __CUDA_ARCH__ >= 900
#define ACCRS_TENSOR_ROWS 16
#else
#define ACCRS_TENSOR_ROWS 8
#endif

#if ACCRS_TENSOR
// One instruction. Operands are in the order of NVIDIA's "PTX ISA", "Matrix Fragments for mma": `upper` and `lower` are a thread's two sums in the first 8
// rows and in the others.
template <int depth>
static __device__ void accrs_tensor_step(double *upper, double *lower, const double *left, const double *right)
{
#if defined(ACCRS_SIM)
    double sums[4] = {upper[0], upper[1], lower[0], lower[1]};
    __accrs_sim_mma<depth>(sums, left, right, __LINE__);
    upper[0] = sums[0], upper[1] = sums[1], lower[0] = sums[2], lower[1] = sums[3];
#elif ACCRS_TENSOR_ROWS == 16
    if constexpr (depth == 16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
                     "{ %0, %1, %2, %3 }, { %4, %5, %6, %7, %8, %9, %10, %11 }, { %12, %13, %14, %15 }, { %0, %1, %2, %3 };"
                     : "+d"(upper[0]), "+d"(upper[1]), "+d"(lower[0]), "+d"(lower[1])
                     : "d"(left[0]), "d"(left[1]), "d"(left[2]), "d"(left[3]), "d"(left[4]), "d"(left[5]), "d"(left[6]), "d"(left[7]),
                       "d"(right[0]), "d"(right[1]), "d"(right[2]), "d"(right[3]));
    else
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 { %0, %1, %2, %3 }, { %4, %5 }, { %6 }, { %0, %1, %2, %3 };"
                     : "+d"(upper[0]), "+d"(upper[1]), "+d"(lower[0]), "+d"(lower[1])
                     : "d"(left[0]), "d"(left[1]), "d"(right[0]));
#else
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 { %0, %1 }, { %2 }, { %3 }, { %0, %1 };"
                 : "+d"(upper[0]), "+d"(upper[1])
                 : "d"(left[0]), "d"(right[0]));
#endif
}

// Steps of `depth` iterations from the iteration `at` on, as long as they are whole; returns the iteration behind them.
template <int depth, int rows, int columns, typename Left, typename Right>
static __device__ int accrs_tensor_steps(double (&sums)[rows][columns], int at, int number, int lane, int row, int column, Left left, Right right)
{
    constexpr int high = ACCRS_TENSOR_ROWS / 8, deep = depth / 4;
    constexpr int at_once = deep > 1 ? 1 : 4;
    const int group = lane / 4, in_group = lane % 4;
    #pragma unroll at_once
    for (; at + depth <= number; at += depth) {
        double lefts[rows / high][deep * high];
        #pragma unroll
        for (int r = 0; r < rows; r++) {
            #pragma unroll
            for (int k = 0; k < deep; k++)
                lefts[r / high][k * high + r % high] = left(row + 8 * r + group, at + 4 * k + in_group);
        }
        #pragma unroll
        for (int c = 0; c < columns; c += 2) {
            double rights[deep];
            #pragma unroll
            for (int k = 0; k < deep; k++)
                rights[k] = right(at + 4 * k + in_group, column + 4 * c + group);
            #pragma unroll
            for (int r = 0; r < rows; r += high)
                accrs_tensor_step<depth>(&sums[r][c], &sums[r + high - 1][c], lefts[r / high], rights);
        }
    }
    return at;
}
#endif

// A product added to a sum by a thread alone.
static __device__ double accrs_tensor_sum(double left, double right, double sum)
{
#ifdef ACCRS_SIM
    return sum + left * right;
#else
    return __fma_rn(left, right, sum);
#endif
}

// Adds the products of `number` iterations to a warp's sums. Its part of the tile begins at `row` and `column`; a thread has one row of each 8, and two columns of
// each 8. What isn't a whole step is added without tensor cores, as all is on other GPUs: what lies behind the last iteration may not be multiplied, since it may be
// infinite, or a sum -0.
template <int rows, int columns, typename Left, typename Right>
static __device__ void accrs_tensor_sums(double (&sums)[rows][columns], int number, int lane, int row, int column, Left left, Right right)
{
    int at = 0;
#if ACCRS_TENSOR && ACCRS_TENSOR_ROWS == 16
    at = accrs_tensor_steps<16>(sums, at, number, lane, row, column, left, right);
#endif
#if ACCRS_TENSOR
    at = accrs_tensor_steps<4>(sums, at, number, lane, row, column, left, right);
#endif
    constexpr int at_once = ACCRS_TENSOR ? 1 : 4;
    #pragma unroll at_once
    for (; at < number; at++) {
        double rights[columns];
        #pragma unroll
        for (int c = 0; c < columns; c++)
            rights[c] = right(at, column + 8 * (c / 2) + lane % 4 * 2 + c % 2);
        #pragma unroll
        for (int r = 0; r < rows; r++) {
            const double value = left(row + 8 * r + lane / 4, at);
            #pragma unroll
            for (int c = 0; c < columns; c++)
                sums[r][c] = accrs_tensor_sum(value, rights[c], sums[r][c]);
        }
    }
}

// tensor.c:6  Map-gv-gv: i → block.y thread.y, j → block.x thread.x, in tiles of 64 by 64
extern "C" __global__ void __launch_bounds__(128) tensor_update_6(int n, int m, int l, double alpha, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    // What the rows and columns of a tile read in 16 iterations of the sequential loop.
    __shared__ __align__(16) double a_part[2][16][64 + 4];
    __shared__ __align__(16) double b_part[2][16][64 + 4];
    const int thread = threadIdx.y * 8 + threadIdx.x; // of 128
    // A warp has 32 rows and 32 columns of a tile, and its threads have the sums that tensor cores give them.
    const int i_warp = thread / 64 * 32, j_warp = thread / 32 % 2 * 32;
    const int i_mine = i_warp + thread % 32 / 4, j_mine = j_warp + thread % 4 * 2;
    const long i_end = n;
    for (long i_tile = 64 * blockIdx.y; i_tile < i_end; i_tile += 64 * gridDim.y) {
        const int i_left = i_end - i_tile < 64 ? i_end - i_tile : 64;
        const long j_end = m;
        for (long j_tile = 64 * blockIdx.x; j_tile < j_end; j_tile += 64 * gridDim.x) {
            const int j_left = j_end - j_tile < 64 ? j_end - j_tile : 64;
            const long k_end = l;
            if (0 < k_end) {
                double c_own[4][8] = {};
                #pragma unroll
                for (int row = 0; row < 4; row++) {
                    #pragma unroll
                    for (int column = 0; column < 8; column++) {
                        const int i_at = i_mine + 8 * row, j_at = j_mine + 8 * (column / 2) + column % 2;
                        if (i_at < i_left && j_at < j_left) {
                            const int i = (int)(i_tile + i_at);
                            const int j = (int)(j_tile + j_at);
                            c_own[row][column] = c[(long)i * m + j];
                        }
                    }
                }
                // While one of two buffers is read, the next part is on its way to the other one.
                int buffer = 0;
                for (long k_part = -16; k_part < k_end; k_part += 16, buffer = 1 - buffer) {
                    const long k_next = k_part + 16;
                    if (k_next < k_end) {
                        const int k_left = k_end - k_next < 16 ? k_end - k_next : 16;
                        #pragma unroll accrs_copies_at_once
                        for (int k_from = 0; k_from < 16; k_from += 4) {
                            const int i_at = 2 * (thread % 32), k_at = k_from + thread / 32;
                            const int i = (int)(i_tile + i_at);
                            const int k = (int)(k_next + k_at);
                            accrs_copy_several<2>(&a_part[buffer][k_at][i_at], k_at < k_left ? i_left - i_at : 0, [&] { return &a[(long)k * n + i]; });
                        }
                        #pragma unroll accrs_copies_at_once
                        for (int k_from = 0; k_from < 16; k_from += 4) {
                            const int j_at = 2 * (thread % 32), k_at = k_from + thread / 32;
                            const int j = (int)(j_tile + j_at);
                            const int k = (int)(k_next + k_at);
                            accrs_copy_several<2>(&b_part[buffer][k_at][j_at], k_at < k_left ? j_left - j_at : 0, [&] { return &b[(long)k * m + j]; });
                        }
                    }
                    if (k_part >= 0) {
                        const int k_left = k_end - k_part < 16 ? k_end - k_part : 16;
                        accrs_tensor_sums(c_own, k_left, thread % 32, i_warp, j_warp,
                            [&](int i_at, int k_at) -> double { return -(alpha * a_part[1 - buffer][k_at][i_at]); },
                            [&](int k_at, int j_at) -> double { return b_part[1 - buffer][k_at][j_at]; });
                    }
                    accrs_copies_arrive();
                    __syncthreads();
                }
                #pragma unroll
                for (int row = 0; row < 4; row++) {
                    #pragma unroll
                    for (int column = 0; column < 8; column++) {
                        const int i_at = i_mine + 8 * row, j_at = j_mine + 8 * (column / 2) + column % 2;
                        if (i_at < i_left && j_at < j_left) {
                            const int i = (int)(i_tile + i_at);
                            const int j = (int)(j_tile + j_at);
                            c[(long)i * m + j] = c_own[row][column];
                        }
                    }
                }
            }
        }
    }
}
