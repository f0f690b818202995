/* Helpers of the constructs below. What they are given of the program's memory is not const: gcc takes a pointer to
 * const as a read, and would warn of memory that a construct is the first to fill. */
static __accrs_module __accrs_unit;
__extension__ typedef __int128 __accrs_wide;

/* The end of a private section's memory. */
static __inline__ __attribute__((unused, no_instrument_function)) void __accrs_release(void *memory)
{
    __builtin_free(*(void **)memory);
}

/* A number as a value has it. */
static __inline__ __attribute__((unused, no_instrument_function)) long long __accrs_number(__accrs_wide n)
{
    const long long most = 9223372036854775807LL;
    return n > most ? most : n < -most ? -most : (long long)n;
}

static __inline__ __attribute__((unused, no_instrument_function)) long long __accrs_min(long long a, long long b)
{
    return a < b ? a : b;
}

static __inline__ __attribute__((unused, no_instrument_function)) long long __accrs_max(long long a, long long b)
{
    return a > b ? a : b;
}
