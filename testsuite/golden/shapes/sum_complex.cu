// nvrtc: --fmad=false
#define ACCRS_INFINITY __longlong_as_double(0x7ff0000000000000LL)
#define ACCRS_NAN __longlong_as_double(0x7ff8000000000000LL)

// Sets of thread axes, as template arguments.
enum { accrs_x = 1, accrs_y = 2, accrs_z = 4 };

template <unsigned words>
static __device__ void *accrs_slot_memory()
{
    alignas(16) __shared__ unsigned long long slots[384 * words];
    return slots;
}

// Slots of shared memory through which the block's threads exchange values, whatever is in them.
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

#ifndef ACCRS_SIM
// The value that a lane of the warp has, word by word.
template <typename T>
static __device__ T accrs_shuffle(T value, unsigned lane)
{
    unsigned words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned &word : words)
        word = __shfl_sync(~0u, word, lane);
    memcpy(&value, words, sizeof(T));
    return value;
}
#endif

// Combines the values of the threads along `axes`; all of them get the result. All threads of the block take part, and
// meet. The block's shape fixes the order: lanes of a warp in a tree, then one warp after the other.
template <typename Op, int axes, typename T>
static __device__ T accrs_reduce(T value)
{
    // The thread's place in its group, and the groups of threads that are combined apart.
    const unsigned lane = accrs_lane<axes>(), lanes = accrs_lanes<axes>();
    const unsigned group = accrs_lane<7 & ~axes>(), groups = accrs_lanes<7 & ~axes>();
    // Whether threads of a group follow each other, so that warps hold parts of one.
    const bool neighbours = (axes & accrs_x || blockDim.x == 1) && (axes & accrs_y || !(axes & accrs_z) || blockDim.y == 1);
#ifdef ACCRS_SIM
    return __accrs_sim_reduce<Op>(value, lane, lanes, group, groups, neighbours, __LINE__);
#else
    T *slots = accrs_slots<T>();
    if (!neighbours) {
        slots[lane * groups + group] = value;
        __syncthreads();
        value = slots[group];
        for (unsigned n = 1; n < lanes; n++)
            value = Op::apply(value, slots[n * groups + group]);
        __syncthreads();
        return value;
    }
    const unsigned thread = group * lanes + lane, warp = thread / 32, at = thread % 32;
    const unsigned more = min(lanes - lane, 32 - at);
    for (unsigned by = 16; by > 0; by /= 2) {
        const T other = accrs_shuffle(value, at + by);
        if (by < more)
            value = Op::apply(value, other);
    }
    if (32 % lanes == 0) {
        value = accrs_shuffle(value, at - lane);
        __syncthreads();
        return value;
    }
    // Each part has a slot of its own: the next one is in another warp or in another group.
    if (lane == 0 || at == 0)
        slots[warp + group] = value;
    __syncthreads();
    const unsigned first = group * lanes / 32, last = (group * lanes + lanes - 1) / 32;
    value = slots[first + group];
    for (unsigned n = first + 1; n <= last; n++)
        value = Op::apply(value, slots[n + group]);
    __syncthreads();
    return value;
#endif
}

// This block's index among all of the grid, and how many those are.
[[maybe_unused]] static __device__ size_t accrs_gang()
{
    return ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
static __device__ size_t accrs_gangs()
{
    return (size_t)gridDim.x * gridDim.y * gridDim.z;
}

// Whether this block is the last to come here, and sees what the others have left in memory. All threads of the block take
// part. `arrived` counts the blocks, and is 0 again behind the last.
[[maybe_unused]] static __device__ bool accrs_last_gang(unsigned *arrived)
{
    const unsigned others = accrs_gangs() - 1;
    bool last = others == 0;
    if (!last && accrs_lane<7>() == 0) {
        __threadfence();
        last = atomicInc(arrived, others) == others;
    }
    last = __syncthreads_or(last);
    if (last)
        __threadfence();
    return last;
}

// Combines what all blocks have left, `bytes` apart; the numbers of blocks and of threads fix the order. The first thread gets the result.
// All threads of the block take part.
template <typename Op, typename T>
static __device__ T accrs_gathered(T identity, const T *parts, size_t bytes)
{
    T part = identity;
    for (size_t n = accrs_lane<7>(); n < accrs_gangs(); n += accrs_lanes<7>())
        part = Op::apply(part, *(const T *)((const char *)parts + n * bytes));
    return accrs_gangs() > 1 ? accrs_reduce<Op, 7>(part) : part;
}

// Leaves the block's part, combined along `axes`, in scratch memory behind areas with `offset` bytes for each block.
template <typename Op, int axes, typename T>
static __device__ void accrs_leave(T value, void *scratch, size_t offset)
{
    if (axes != 0)
        value = accrs_reduce<Op, axes>(value);
    if (accrs_lane<7>() == 0)
        ((T *)((char *)scratch + accrs_gangs() * offset))[accrs_gang()] = value;
}

// Combines what all blocks have left so with what the variable held before.
template <typename Op, typename T>
static __device__ void accrs_gather(T *result, T identity, const void *scratch, size_t offset)
{
    const T *parts = (const T *)((const char *)scratch + accrs_gangs() * offset);
    const T part = accrs_gathered<Op>(identity, parts, sizeof(T));
    if (accrs_lane<7>() == 0)
        *result = Op::apply(*result, part);
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
extern "C" __global__ void __launch_bounds__(128) sum_complex_sum_7(int n, const accrs_complex<double> *x, accrs_complex<double> *s_result, accrs_complex<float> *p_result, void *accrs_scratch, unsigned *accrs_arrived)
{
    accrs_complex<double> s = accrs_complex<double>(0);
    accrs_complex<float> p = accrs_complex<float>(1);
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { // line 8
        s += x[i];
        p *= accrs_complex<float>(x[i]);
    }
    accrs_leave<accrs_add, accrs_x, accrs_complex<double>>(s, accrs_scratch, 0);
    accrs_leave<accrs_mul, accrs_x, accrs_complex<float>>(p, accrs_scratch, 16);
    if (accrs_last_gang(accrs_arrived)) {
        accrs_gather<accrs_add, accrs_complex<double>>(s_result, accrs_complex<double>(0), accrs_scratch, 0);
        accrs_gather<accrs_mul, accrs_complex<float>>(p_result, accrs_complex<float>(1), accrs_scratch, 16);
    }
}
