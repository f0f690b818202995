// nvrtc: --fmad=false
// Reads a value out of a word, or puts one there, byte for byte.
template <typename To, typename From>
static __device__ To accrs_bits(From from)
{
    To to = To();
    const unsigned n = sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From);
    for (unsigned i = 0; i < n; i++)
        ((unsigned char *)&to)[i] = ((const unsigned char *)&from)[i];
    return to;
}

#ifdef ACCRS_SIM
template <unsigned bytes>
struct accrs_word { typedef unsigned type; };
template <>
struct accrs_word<1> { typedef unsigned char type; };
template <>
struct accrs_word<2> { typedef unsigned short type; };
template <>
struct accrs_word<8> { typedef unsigned long long type; };
#endif

// Replaces *place by change(*place) as one step; old and new value.
template <typename T, typename F>
static __device__ void accrs_atomic_change(T *place, F change, T &before, T &after)
{
    static_assert(sizeof(T) <= 8, "no atomic access of this size");
    if (sizeof(T) == 8) {
        unsigned long long *word = (unsigned long long *)place, seen = *(volatile unsigned long long *)word, expected;
        do {
            expected = seen;
            before = accrs_bits<T>(expected);
            after = change(before);
            seen = atomicCAS(word, expected, accrs_bits<unsigned long long>(after));
        } while (seen != expected);
    } else {
#ifdef ACCRS_SIM
        // A host compares and swaps numbers of any width, and the rest of the word may not be the program's.
        typedef typename accrs_word<sizeof(T)>::type Word;
        Word *word = (Word *)place, seen = *(volatile Word *)word, expected;
        do {
            expected = seen;
            before = accrs_bits<T>(expected);
            after = change(before);
            seen = atomicCAS(word, expected, accrs_bits<Word>(after));
        } while (seen != expected);
#else
        // Smaller values are changed within their aligned word.
        const unsigned shift = 8 * (unsigned)((size_t)place % 4);
        const unsigned mask = sizeof(T) >= 4 ? ~0u : ((1u << (8 * sizeof(T) % 32)) - 1) << shift;
        unsigned *word = (unsigned *)((size_t)place & ~(size_t)3), seen = *(volatile unsigned *)word, expected;
        do {
            expected = seen;
            before = accrs_bits<T>((expected & mask) >> shift);
            after = change(before);
            seen = atomicCAS(word, expected, (expected & ~mask) | (accrs_bits<unsigned>(after) << shift & mask));
        } while (seen != expected);
#endif
    }
}
template <typename T, typename F>
static __device__ T accrs_atomic(T *place, F change)
{
    T before, after;
    accrs_atomic_change(place, change, before, after);
    return before;
}
template <typename T, typename F>
static __device__ T accrs_atomic_new(T *place, F change)
{
    T before, after;
    accrs_atomic_change(place, change, before, after);
    return after;
}

// atomic_capture_narrow.c:4  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) atomic_capture_narrow_slots_4(int n, short *s, unsigned char *c, float *f, int *__restrict__ out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 5
        short a;
        unsigned char b;
        float g;
        a = accrs_atomic(&s[i & 3], [&](short old) { return (short)(old + 1); });
        b = accrs_atomic(&c[i & 3], [&](unsigned char old_2) { return (unsigned char)(old_2 + 2); });
        g = accrs_atomic_new(&f[0], [&](float old_3) { return (float)(old_3 - 1); });
        out[i] = a + b + (int)g;
    }
}
