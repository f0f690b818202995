// nvrtc: --fmad=false
// tiles.c:6  Map-gv-gv: i → block.y thread.y, j → block.x thread.x, in tiles of 64 by 64
extern "C" __global__ void __launch_bounds__(256) tiles_product_6(int n, double *c, double alpha, const double *a, const double *b)
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
            #pragma unroll
            for (int row = 0; row < 8; row++) {
                #pragma unroll
                for (int column = 0; column < 2; column++) {
                    c_own[row][column] *= 2;
                }
            }
            const long k_end = n;
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
                            c_own[row][column] += alpha * a_part[k_at][8 * threadIdx.y + row] * b_part[k_at][threadIdx.x + 32 * column];
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

// tiles.c:19  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) tiles_triangle_19(const float (*__restrict__ t)[300], float (*__restrict__ s)[100])
{
    for (int i = blockIdx.x; i < 100; i += gridDim.x) { // line 20
        for (int j = threadIdx.x; 0 <= j && j <= i; j += blockDim.x) { // line 22
            float sum = 0;
            for (int k = 0; k < 300; k++) {
                sum += t[i][k] * t[j][k];
            }
            s[i][j] = sum;
        }
    }
}
