// nvrtc: --fmad=false
// Loads and stores of up to 8 aligned bytes are whole; volatile keeps them single.
template <typename T>
static __device__ T accrs_atomic_read(const T *place)
{
    static_assert(sizeof(T) <= 8, "no atomic access of this size");
    return *(const volatile T *)place;
}
template <typename T>
static __device__ void accrs_atomic_write(T *place, T value)
{
    static_assert(sizeof(T) <= 8, "no atomic access of this size");
    *(volatile T *)place = value;
}

struct flag {
    int set;
    double value;
    char done;
};
static_assert(sizeof(struct flag) == 24, "'flag' is laid out as on the host");

// atomic_read_write.c:9  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) atomic_read_write_pass_9(int n, struct flag *f, double *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 10
        int set;
        double value;
        char done;
        accrs_atomic_write<int>(&f->set, i);
        accrs_atomic_write<double>(&f->value, i * 0.5);
        accrs_atomic_write<char>(&f->done, 1);
        set = accrs_atomic_read(&f->set);
        value = accrs_atomic_read(&f->value);
        done = accrs_atomic_read(&f->done);
        out[i] = set + value + done;
    }
}
