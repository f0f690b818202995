// nvrtc: --fmad=false
struct body {
    float x;
    float y;
    float z;
    float m;
};
static_assert(sizeof(struct body) == 16, "'body' is laid out as on the host");

// wide_loads.c:7  Map-gv-gv: j → block.y thread.y, i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_potential_7(int ny, int nx, int n, const float *__restrict__ atoms, float *__restrict__ grid)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < ny; j += gridDim.y * blockDim.y) { // line 8
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < nx; i += gridDim.x * blockDim.x) { // line 9
            float e = 0;
            for (int k = 0; k < n; k++) {
                const float4 atoms_4 = *(const float4 *)&atoms[4 * k];
                float dx = i - atoms_4.x;
                float dy = j - atoms_4.y;
                float dz = atoms_4.z;
                e += atoms_4.w / (dx * dx + dy * dy + dz * dz + 1);
            }
            grid[j * nx + i] = e;
        }
    }
}

// wide_loads.c:7  Map-gv-gv: j → block.y thread.y, i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_potential_7_unaligned(int ny, int nx, int n, const float *__restrict__ atoms, float *__restrict__ grid)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < ny; j += gridDim.y * blockDim.y) { // line 8
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < nx; i += gridDim.x * blockDim.x) { // line 9
            float e = 0;
            for (int k = 0; k < n; k++) {
                float dx = i - atoms[4 * k];
                float dy = j - atoms[4 * k + 1];
                float dz = atoms[4 * k + 2];
                e += atoms[4 * k + 3] / (dx * dx + dy * dy + dz * dz + 1);
            }
            grid[j * nx + i] = e;
        }
    }
}

// wide_loads.c:21  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_pull_21(int n, const int *__restrict__ next, const struct body *__restrict__ p, float *__restrict__ f)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 22
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                int j = next[i];
                const float4 p_4 = *(const float4 *)&p[j].x;
                const float4 p_4_2 = *(const float4 *)&p[i].x;
                f[i] = (p_4.x - p_4_2.x) * (p_4.y - p_4_2.y) * (p_4.z - p_4_2.z) * p_4.w;
            }
        }
    }
}

// wide_loads.c:21  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_pull_21_unaligned(int n, const int *__restrict__ next, const struct body *__restrict__ p, float *__restrict__ f)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 22
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                int j = next[i];
                f[i] = (p[j].x - p[i].x) * (p[j].y - p[i].y) * (p[j].z - p[i].z) * p[j].m;
            }
        }
    }
}

// wide_loads.c:30  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_pairs_30(int n, const unsigned char *__restrict__ image, const double *__restrict__ z, double *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 31
        const unsigned char *pixel = &image[4 * i];
        const double2 z_2 = *(const double2 *)&z[2 * i];
        const uchar4 image_4 = *(const uchar4 *)&pixel[0];
        out[i] = z_2.x * z_2.x + z_2.y * z_2.y + image_4.x + image_4.y + image_4.z + image_4.w;
    }
}

// wide_loads.c:30  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_pairs_30_unaligned(int n, const unsigned char *__restrict__ image, const double *__restrict__ z, double *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 31
        const unsigned char *pixel = &image[4 * i];
        out[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1] + pixel[0] + pixel[1] + pixel[2] + pixel[3];
    }
}

// wide_loads.c:39  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_apart_39(int n, const int *a, int *b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 40
        const int2 a_2 = *(const int2 *)&a[4 * i];
        int s = a_2.x + a_2.y;
        b[2 * i] = s;
        b[2 * i + 1] = a[4 * i + 2] > 0 ? a[4 * i + 3] : 0;
    }
}

// wide_loads.c:39  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) wide_loads_apart_39_unaligned(int n, const int *a, int *b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 40
        int s = a[4 * i] + a[4 * i + 1];
        b[2 * i] = s;
        b[2 * i + 1] = a[4 * i + 2] > 0 ? a[4 * i + 3] : 0;
    }
}
