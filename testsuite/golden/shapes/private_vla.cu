// nvrtc: --fmad=false
// An array whose length is known when it is declared, on the device's heap for as long as it lives.
template <typename T>
struct accrs_vla {
    T *elements;

    explicit __device__ accrs_vla(size_t length) : elements((T *)malloc(length * sizeof(T)))
    {
        if (elements == nullptr && length > 0) {
            printf("accrs: the device's heap has no %llu bytes for an array of variable length: set ACCRS_CUDA_HEAP to more\n", (unsigned long long)(length * sizeof(T)));
            __trap();
        }
    }
    __device__ ~accrs_vla() { free(elements); }
    accrs_vla(const accrs_vla &) = delete;
};

// private_vla.c:5  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) private_vla_windows_5(int n, int m, const double *__restrict__ a, double *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 6
        accrs_vla<double> row_storage((size_t)m);
        double *row = row_storage.elements;
        for (int j = 0; j < m; j++) {
            row[j] = a[i] * j;
        }
        out[i] = row[m / 2];
    }
}

// private_vla.c:11  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) private_vla_windows_11(int n, int m, const double *__restrict__ a, double *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 12
        const long own_length = m;
        accrs_vla<double [2]> own_storage((size_t)own_length);
        double (*own)[2] = own_storage.elements;
        for (int j = 0; j < m; j++) {
            own[j][0] = a[i], own[j][1] = j;
        }
        out[i] += own[m - 1][0] * own[m / 2][1];
    }
}
