#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDA_ARCH__ 900
#define __device__ __attribute__((annotate("accrs device")))
#define __global__ __attribute__((annotate("accrs global")))
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
typedef __SIZE_TYPE__ size_t;
#define ACCRS_VECTORS(type, of) struct of##1 { type x; }; struct of##2 { type x, y; }; struct of##3 { type x, y, z; }; struct of##4 { type x, y, z, w; };
ACCRS_VECTORS(signed char, char) ACCRS_VECTORS(unsigned char, uchar) ACCRS_VECTORS(short, short) ACCRS_VECTORS(unsigned short, ushort)
ACCRS_VECTORS(int, int) ACCRS_VECTORS(unsigned, uint) ACCRS_VECTORS(long, long) ACCRS_VECTORS(unsigned long, ulong)
ACCRS_VECTORS(long long, longlong) ACCRS_VECTORS(unsigned long long, ulonglong) ACCRS_VECTORS(float, float) ACCRS_VECTORS(double, double)
struct dim3 { unsigned x, y, z; };
