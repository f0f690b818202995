// nvrtc:
// How many iterations lead from `from` to before `to` (to `to` itself if closed).
template <typename T>
static __device__ unsigned long accrs_trips(T from, T to, unsigned long step, bool closed)
{
    if (from > to || (from == to && !closed))
        return 0;
    const unsigned long distance = (unsigned long)to - (unsigned long)from;
    return closed ? distance / step + 1 : (distance - 1) / step + 1;
}

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

struct accrs_struct_1 {
    short tag;
    unsigned a[26];
    unsigned char end;
};
static_assert(sizeof(struct accrs_struct_1) == 112, "'accrs_struct_1' is laid out as on the host");

// fuzz.c:91  gang-worker-vector: omp_out_tiles → block.x thread.y
#line 91 "/tmp/.tmpsmfRFf/fuzz.c"
extern "C" __global__ void __launch_bounds__(32) fuzz_piece_20_91(int omp_out, const unsigned *__restrict__ intx20, short *__restrict__ lanes_from, unsigned long *accrs_ctan_, int *atomicAdd, accrs_struct_1 *accrs_strcmp_)
{
#line 92 "/tmp/.tmpsmfRFf/fuzz.c"
    const unsigned long omp_out_tiles_trips = accrs_trips<int>(1, omp_out > 3 ? omp_out : 26, 4, false);
#line 92 "/tmp/.tmpsmfRFf/fuzz.c"
    for (unsigned long omp_out_tiles_k = (unsigned long)blockIdx.x * blockDim.y + threadIdx.y; omp_out_tiles_k < omp_out_tiles_trips; omp_out_tiles_k += (unsigned long)gridDim.x * blockDim.y) { // line 92
#line 92 "/tmp/.tmpsmfRFf/fuzz.c"
        short omp_out_tiles = (short)(1 + (long)(omp_out_tiles_k * 4));
        accrs_atomic(&lanes_from[intx20[omp_out_tiles] * 5 % 3], [&](short old) { return (short)(old - 1); });
#line 95 "/tmp/.tmpsmfRFf/fuzz.c"
        if (omp_out_tiles == intx20[omp_out_tiles]) {
            accrs_atomic(&lanes_from[omp_out_tiles * 6 % 3], [&](short old_2) { return (short)(old_2 + ((unsigned char)intx20[omp_out_tiles] % 8)); });
        }
#line 99 "/tmp/.tmpsmfRFf/fuzz.c"
        accrs_atomic(&*accrs_ctan_, [&](unsigned long old_3) { return (unsigned long)(old_3 * ((unsigned long)(omp_out_tiles + 8520) | 1)); });
#line 101 "/tmp/.tmpsmfRFf/fuzz.c"
        int accrs_strcmp_t_;
        accrs_strcmp_t_ = atomicAdd(&*atomicAdd, 1);
#line 104 "/tmp/.tmpsmfRFf/fuzz.c"
        accrs_strcmp_->a[accrs_strcmp_t_] = 1u;
    }
#line 91 "/tmp/.tmpsmfRFf/fuzz.c"
}
