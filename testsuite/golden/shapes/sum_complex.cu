// nvrtc: --fmad=false
#define ACCRS_INFINITY __longlong_as_double(0x7ff0000000000000LL)
#define ACCRS_NAN __longlong_as_double(0x7ff8000000000000LL)

// Sets of thread axes, as template arguments.
enum { accrs_x = 1, accrs_y = 2, accrs_z = 4 };

template <unsigned words>
static __device__ void *accrs_slot_memory()
{
    alignas(16) __shared__ unsigned long long slots[1024 * words];
    return slots;
}

// A slot of shared memory for each thread of the block, whatever is in it.
template <typename T>
static __device__ T *accrs_slots()
{
    const unsigned words = 2;
    static_assert(sizeof(T) <= 8 * words, "a slot holds a number");
    return (T *)accrs_slot_memory<words>();
}

// This thread's index among the threads along `axes` (bits x, y, z), and how many those are.
template <int axes>
static __device__ unsigned accrs_lane()
{
    unsigned lane = 0;
    if (axes & accrs_z)
        lane = threadIdx.z;
    if (axes & accrs_y)
        lane = lane * blockDim.y + threadIdx.y;
    if (axes & accrs_x)
        lane = lane * blockDim.x + threadIdx.x;
    return lane;
}
template <int axes>
static __device__ unsigned accrs_lanes()
{
    return (axes & accrs_x ? blockDim.x : 1) * (axes & accrs_y ? blockDim.y : 1) * (axes & accrs_z ? blockDim.z : 1);
}

struct accrs_add {
    template <typename T>
    static __device__ T apply(T a, T b) { return a + b; }
};

struct accrs_mul {
    template <typename T>
    static __device__ T apply(T a, T b) { return a * b; }
};

// Combines the values of the threads along `axes` in a tree; all of them get the result.
// All threads of the block take part.
template <typename Op, int axes, typename T>
static __device__ T accrs_reduce(T value)
{
    const unsigned lane = accrs_lane<axes>(), lanes = accrs_lanes<axes>();
    T *slots = accrs_slots<T>() + accrs_lane<7 & ~axes>() * lanes;
    slots[lane] = value;
    __syncthreads();
    for (unsigned n = lanes; n > 1; n = (n + 1) / 2) {
        const unsigned half = (n + 1) / 2;
        if (lane < n / 2)
            slots[lane] = Op::apply(slots[lane], slots[lane + half]);
        __syncthreads();
    }
    value = slots[0];
    __syncthreads();
    return value;
}

// Scratch memory: `fixed` bytes, then areas that hold `bytes` for each block.
[[maybe_unused]] static __device__ void *accrs_area(void *scratch, size_t fixed, size_t offset, size_t bytes)
{
    const size_t blocks = (size_t)gridDim.x * gridDim.y * gridDim.z;
    const size_t block = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return (char *)scratch + fixed + blocks * offset + block * bytes;
}

// Each block leaves its first thread's value; the last block to do so combines all of them in
// the order of the blocks' indices, and with what the variable held before.
template <typename Op, typename T>
static __device__ void accrs_reduce_gangs(T value, T identity, T *result, void *scratch, size_t counter, size_t fixed,
                                          size_t offset)
{
    const size_t blocks = (size_t)gridDim.x * gridDim.y * gridDim.z;
    const unsigned lane = accrs_lane<7>(), lanes = accrs_lanes<7>();
    __shared__ bool last;
    if (lane == 0) {
        *(volatile T *)accrs_area(scratch, fixed, offset, sizeof(T)) = value;
        __threadfence();
        last = atomicAdd((unsigned *)((char *)scratch + counter), 1u) == (unsigned)blocks - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        const volatile T *parts = (const volatile T *)((char *)scratch + fixed + blocks * offset);
        const size_t share = (blocks + lanes - 1) / lanes;
        T part = identity;
        for (size_t i = lane * share; i < (lane + 1) * share && i < blocks; i++)
            part = Op::apply(part, (T)parts[i]);
        part = accrs_reduce<Op, 7>(part);
        if (lane == 0)
            *result = Op::apply(*result, part);
    }
    __syncthreads();
}

// C's _Complex, with gcc's arithmetic (C11 Annex G): a product or quotient that is NaN + NaN i although
// an operand is infinite is computed again from what is left of the infinities.
template <typename R>
struct accrs_complex {
    R re, im;

    accrs_complex() = default;
    __device__ accrs_complex(R real, R imaginary = 0) : re(real), im(imaginary) {}
    template <typename S>
    __device__ accrs_complex(const accrs_complex<S> &z) : re((R)z.re), im((R)z.im) {}
    template <typename S>
    __device__ accrs_complex(const volatile accrs_complex<S> &z) : re((R)z.re), im((R)z.im) {}
    template <typename S>
    __device__ void operator=(const accrs_complex<S> &z) volatile
    {
        re = (R)z.re;
        im = (R)z.im;
    }
    explicit __device__ operator bool() const { return re != 0 || im != 0; }

    friend __device__ bool operator==(accrs_complex z, accrs_complex w) { return z.re == w.re && z.im == w.im; }
    friend __device__ bool operator!=(accrs_complex z, accrs_complex w) { return z.re != w.re || z.im != w.im; }
    friend __device__ accrs_complex operator+(accrs_complex z) { return z; }
    friend __device__ accrs_complex operator-(accrs_complex z) { return accrs_complex(-z.re, -z.im); }
    friend __device__ accrs_complex operator~(accrs_complex z) { return accrs_complex(z.re, -z.im); }
    friend __device__ accrs_complex operator+(accrs_complex z, accrs_complex w) { return accrs_complex(z.re + w.re, z.im + w.im); }
    friend __device__ accrs_complex operator+(accrs_complex z, R x) { return accrs_complex(z.re + x, z.im); }
    friend __device__ accrs_complex operator+(R x, accrs_complex z) { return accrs_complex(x + z.re, z.im); }
    friend __device__ accrs_complex operator-(accrs_complex z, accrs_complex w) { return accrs_complex(z.re - w.re, z.im - w.im); }
    friend __device__ accrs_complex operator-(accrs_complex z, R x) { return accrs_complex(z.re - x, z.im); }
    friend __device__ accrs_complex operator-(R x, accrs_complex z) { return accrs_complex(x - z.re, -z.im); }
    friend __device__ accrs_complex operator*(accrs_complex z, R x) { return accrs_complex(z.re * x, z.im * x); }
    friend __device__ accrs_complex operator*(R x, accrs_complex z) { return accrs_complex(x * z.re, x * z.im); }
    friend __device__ accrs_complex operator/(accrs_complex z, R x) { return accrs_complex(z.re / x, z.im / x); }
    friend __device__ accrs_complex operator*(accrs_complex z, accrs_complex w)
    {
        accrs_complex product(z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re);
        if (isnan(product.re) && isnan(product.im))
            accrs_product_of_infinities(product, z, w);
        return product;
    }
    friend __device__ accrs_complex operator/(accrs_complex z, accrs_complex w)
    {
        accrs_complex quotient = accrs_quotient(z, w);
        if (isnan(quotient.re) && isnan(quotient.im))
            accrs_quotient_of_infinities(quotient, z, w);
        return quotient;
    }
    template <typename S>
    __device__ accrs_complex &operator+=(S w) { return *this = *this + w; }
    template <typename S>
    __device__ accrs_complex &operator-=(S w) { return *this = *this - w; }
    template <typename S>
    __device__ accrs_complex &operator*=(S w) { return *this = *this * w; }
    template <typename S>
    __device__ accrs_complex &operator/=(S w) { return *this = *this / w; }
};

// An infinity becomes 1 and anything else 0, with its sign; a NaN becomes a zero.
template <typename R>
static __device__ accrs_complex<R> accrs_box(accrs_complex<R> z)
{
    return accrs_complex<R>(copysign((R)(isinf(z.re) ? 1 : 0), z.re), copysign((R)(isinf(z.im) ? 1 : 0), z.im));
}
template <typename R>
static __device__ accrs_complex<R> accrs_without_nan(accrs_complex<R> z)
{
    return accrs_complex<R>(isnan(z.re) ? copysign((R)0, z.re) : z.re, isnan(z.im) ? copysign((R)0, z.im) : z.im);
}

template <typename R>
static __device__ void accrs_product_of_infinities(accrs_complex<R> &product, accrs_complex<R> z, accrs_complex<R> w)
{
    const bool overflow = isinf(z.re * w.re) || isinf(z.im * w.im) || isinf(z.re * w.im) || isinf(z.im * w.re);
    bool again = false;
    if (isinf(z.re) || isinf(z.im)) {
        z = accrs_box(z);
        w = accrs_without_nan(w);
        again = true;
    }
    if (isinf(w.re) || isinf(w.im)) {
        w = accrs_box(w);
        z = accrs_without_nan(z);
        again = true;
    }
    if (!again && overflow) {
        z = accrs_without_nan(z);
        w = accrs_without_nan(w);
        again = true;
    }
    if (again) {
        const R infinity = (R)ACCRS_INFINITY;
        product = accrs_complex<R>(infinity * (z.re * w.re - z.im * w.im), infinity * (z.re * w.im + z.im * w.re));
    }
}

template <typename R>
static __device__ void accrs_quotient_of_infinities(accrs_complex<R> &quotient, accrs_complex<R> z, accrs_complex<R> w)
{
    const R infinity = (R)ACCRS_INFINITY;
    R factor = infinity;
    if (w.re == 0 && w.im == 0 && (!isnan(z.re) || !isnan(z.im))) {
        quotient = accrs_complex<R>(copysign(infinity, w.re) * z.re, copysign(infinity, w.re) * z.im);
        return;
    } else if ((isinf(z.re) || isinf(z.im)) && isfinite(w.re) && isfinite(w.im)) {
        z = accrs_box(z);
    } else if ((isinf(w.re) || isinf(w.im)) && isfinite(z.re) && isfinite(z.im)) {
        w = accrs_box(w);
        factor = 0;
    } else {
        return;
    }
    quotient = accrs_complex<R>(factor * (z.re * w.re + z.im * w.im), factor * (z.im * w.re - z.re * w.im));
}

// The least normal number, the spacing at 1, and half of the greatest number.
template <typename R>
struct accrs_limits {
    static __device__ R least() { return 2.2250738585072014e-308; }
    static __device__ R epsilon() { return 2.220446049250313e-16; }
    static __device__ R half() { return 8.9884656743115785e+307; }
};
template <>
struct accrs_limits<float> {
    static __device__ float least() { return 1.17549435e-38f; }
    static __device__ float epsilon() { return 1.1920929e-7f; }
    static __device__ float half() { return 1.70141173e+38f; }
};
#ifdef ACCRS_SIM
template <>
struct accrs_limits<long double> {
    static __device__ long double least() { return __LDBL_MIN__; }
    static __device__ long double epsilon() { return __LDBL_EPSILON__; }
    static __device__ long double half() { return __LDBL_MAX__ / 2; }
};
#endif

// Smith's division with the scaling of Baudin and Smith ("A robust complex division in Scilab", 2012).
// Leaves z and w scaled: one that overflows counts as infinite.
template <typename R>
static __device__ accrs_complex<R> accrs_quotient(accrs_complex<R> &z, accrs_complex<R> &w)
{
    // A float quotient is computed in double, where nothing can overflow.
    if (sizeof(R) == sizeof(float)) {
        const double a = z.re, b = z.im, c = w.re, d = w.im, square = c * c + d * d;
        return accrs_complex<R>((R)((a * c + b * d) / square), (R)((b * c - a * d) / square));
    }
    // z / w = (-i z) / (-i w): the divisor's real part is the larger one.
    if (fabs(w.re) < fabs(w.im)) {
        z = accrs_complex<R>(z.im, -z.re);
        w = accrs_complex<R>(w.im, -w.re);
    }
    const R least = accrs_limits<R>::least(), epsilon = accrs_limits<R>::epsilon(), half = accrs_limits<R>::half();
    const R large = half * epsilon, c = fabs(w.re);
    if (c >= half) {
        z = z * (R)0.5;
        w = w * (R)0.5;
    }
    if (fabs(w.re) < epsilon || (c < large && ((fabs(z.re) < least && fabs(z.im) < large) || (fabs(z.im) < least && fabs(z.re) < large)))) {
        z = z / epsilon;
        w = w / epsilon;
    }
    const R ratio = w.im / w.re, sum = w.re + w.im * ratio;
    if (fabs(ratio) > least)
        return accrs_complex<R>((z.re + z.im * ratio) / sum, (z.im - z.re * ratio) / sum);
    return accrs_complex<R>((z.re + w.im * (z.im / w.re)) / sum, (z.im - w.im * (z.re / w.re)) / sum);
}

// complex.h. Branch cuts and special values are those of C11 Annex G; the inverse functions are
// Kahan's ("Branch cuts for complex elementary functions", 1987).
template <typename R>
static __device__ R accrs_cabs(accrs_complex<R> z) { return hypot(z.re, z.im); }
template <typename R>
static __device__ R accrs_carg(accrs_complex<R> z) { return atan2(z.im, z.re); }
template <typename R>
static __device__ accrs_complex<R> accrs_conj(accrs_complex<R> z) { return ~z; }
// i z and -i z
template <typename R>
static __device__ accrs_complex<R> accrs_left(accrs_complex<R> z) { return accrs_complex<R>(-z.im, z.re); }
template <typename R>
static __device__ accrs_complex<R> accrs_right(accrs_complex<R> z) { return accrs_complex<R>(z.im, -z.re); }

// sum_complex.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void sum_complex_sum_7(int n, const accrs_complex<double> *x, accrs_complex<double> *s_result, accrs_complex<float> *p_result, void *accrs_scratch)
{
    accrs_complex<double> s = accrs_complex<double>(0);
    accrs_complex<float> p = accrs_complex<float>(1);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 8
        s += x[i];
        p *= accrs_complex<float>(x[i]);
    }
    accrs_reduce_gangs<accrs_add, accrs_complex<double>>(accrs_reduce<accrs_add, accrs_x>(s), accrs_complex<double>(0), s_result, accrs_scratch, 0, 16, 0);
    accrs_reduce_gangs<accrs_mul, accrs_complex<float>>(accrs_reduce<accrs_mul, accrs_x>(p), accrs_complex<float>(1), p_result, accrs_scratch, 8, 16, 16);
}
