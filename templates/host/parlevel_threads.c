/* A gang of the host's cores is a thread; it has one worker and one lane. */
extern int omp_get_thread_num(void) __attribute__((nothrow, leaf));
extern int omp_get_num_threads(void) __attribute__((nothrow, leaf));
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_parlevel_id(int level)
{
    return level == 0 ? omp_get_thread_num() : 0;
}
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_parlevel_size(int level)
{
    return level == 0 ? omp_get_num_threads() : 1;
}
