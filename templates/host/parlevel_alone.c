/* Without a version for the host's cores what runs here is one gang. */
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_parlevel_id(int level)
{
    return level * 0;
}
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_parlevel_size(int level)
{
    return level * 0 + 1;
}
