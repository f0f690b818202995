// nvrtc: --fmad=false
#ifndef ACCRS_CELL
#define ACCRS_CELL(type, name) static __device__ type name
#endif

// Where the program's variables are on this device; the runtime says so.
typedef double *accrs_global_weight_t;
ACCRS_CELL(accrs_global_weight_t, accrs_global_weight);
typedef int *accrs_global_shift_t;
ACCRS_CELL(accrs_global_shift_t, accrs_global_shift);
typedef float **accrs_global_grid_t;
ACCRS_CELL(accrs_global_grid_t, accrs_global_grid);
extern "C" __global__ void accrs_cells_0ee57601a79600e9(accrs_global_weight_t weight, accrs_global_shift_t shift, accrs_global_grid_t grid)
{
    accrs_global_weight = weight;
    accrs_global_shift = shift;
    accrs_global_grid = grid;
}

static __device__ double weigh(int i);

static __device__ double weigh(int i)
{
    return accrs_global_weight[i + *accrs_global_shift & 15] + (*accrs_global_grid)[i];
}

// declared.c:15  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) declared_use_15(int n, const double *weight, int *shift, double *out, const float *grid)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 16
        out[i] = weigh(i) + weight[0] + *shift;
    }
}
