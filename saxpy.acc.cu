// nvrtc: --fmad=false
enum { N = 100000 };

// saxpy.c:11  Map-gv: i → block.x thread.x
#line 11 "/work/w/gpu/testsuite/hardware/saxpy.c"
extern "C" __global__ void __launch_bounds__(128) saxpy_main_11(const float *__restrict__ x, float *__restrict__ y)
{
#line 11 "/work/w/gpu/testsuite/hardware/saxpy.c"
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < N; i_k += gridDim.x * 512) { // line 12
#line 11 "/work/w/gpu/testsuite/hardware/saxpy.c"
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
#line 12 "/work/w/gpu/testsuite/hardware/saxpy.c"
            if (i < N) {
                y[i] += 2 * x[i];
            }
        }
    }
#line 11 "/work/w/gpu/testsuite/hardware/saxpy.c"
}
