/* Helpers of the constructs below. What they are given of the program's memory is not const: gcc takes a pointer to
 * const as a read, and would warn of memory that a construct is the first to fill. */
static __accrs_module __accrs_unit;
__extension__ typedef __int128 __accrs_wide;

/* The end of a private section's memory. */
static __inline__ __attribute__((unused, no_instrument_function)) void __accrs_release(void *memory)
{
    __builtin_free(*(void **)memory);
}

/* The data region of a `declare` in a function. */
typedef struct {
    const __accrs_site *site;
    __accrs_data *data;
    int count;
} __accrs_region;

static __inline__ __attribute__((unused, no_instrument_function)) void __accrs_leave(__accrs_region *region)
{
    __accrs_data_exit(region->site, region->data, region->count, __ACCRS_SYNC);
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_data
__accrs_entry(const char *name, void *host, __accrs_size bytes, int kind, unsigned flags, int line)
{
    __accrs_data entry;
    entry.name = name;
    entry.host = host;
    entry.bytes = bytes;
    entry.blocks = 1;
    entry.block_bytes = bytes;
    entry.stride = bytes;
    entry.pointer = 0;
    entry.device = 0;
    entry.kind = kind;
    entry.flags = flags;
    entry.line = line;
    entry.gaps = 0;
    entry.rows = 0;
    return entry;
}

/* A section of n dimensions, outermost first: elements and the bytes from one to the next in each.
 * Rows that lie apart are blocks; `gaps` has room for those of further widths (null: there can't be any). */
static __inline__ __attribute__((unused, no_instrument_function)) __accrs_data
__accrs_section(const char *name, void *host, int n, const __accrs_wide *lengths,
                const __accrs_size *steps, __accrs_gaps *gaps, int kind, unsigned flags, int line)
{
    __accrs_size bytes = steps[n - 1], block = bytes, *count, *stride;
    __accrs_data entry = __accrs_entry(name, host, 0, kind, flags, line);
    int k, levels = 0;
    count = &entry.blocks;
    stride = &entry.stride;
    for (k = n - 1; k >= 0; k--) {
        __accrs_size length;
        if (lengths[k] <= 0)
            return __accrs_entry(name, host, 0, kind, flags, line);
        length = (__accrs_size)lengths[k];
        bytes += (length - 1) * steps[k];
        if (length == 1)
            continue;
        if (levels == 0 && block == steps[k]) {
            block = length * steps[k];
        } else if (levels > 0 && *count * *stride == steps[k]) {
            *count *= length;
        } else {
            if (levels > 0) {
                count = &gaps->count[levels - 1];
                stride = &gaps->stride[levels - 1];
            }
            *count = length;
            *stride = steps[k];
            levels++;
        }
    }
    entry.bytes = bytes;
    entry.block_bytes = block;
    if (levels == 0)
        entry.stride = block;
    if (levels > 1) {
        gaps->n = levels - 1;
        entry.gaps = gaps;
    }
    return entry;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_data
__accrs_row(const char *name, void *host, __accrs_wide length, __accrs_size step,
            int kind, unsigned flags, int line)
{
    return __accrs_section(name, host, 1, &length, &step, 0, kind, flags, line);
}

/* A section that doesn't start where its pointer points to: behind a null pointer is nothing. */
static __inline__ __attribute__((unused, no_instrument_function)) __accrs_data
__accrs_behind(void *pointer, __accrs_data entry)
{
    if (!pointer) {
        entry.host = 0;
        entry.bytes = 0;
    }
    return entry;
}

/* Where a pointer points to when what lay at `from` lies at `to`. */
static __inline__ __attribute__((unused, no_instrument_function)) void *
__accrs_moved(const volatile void *pointer, const volatile void *from, void *to)
{
    return to ? (void *)((__accrs_size)pointer + ((__accrs_size)to - (__accrs_size)from))
              : (void *)pointer;
}

/* Elements [lower, upper) behind base, as analysis found them. */
static __inline__ __attribute__((unused, no_instrument_function)) __accrs_data
__accrs_span(const char *name, void *base, __accrs_wide lower, __accrs_wide upper,
             __accrs_size size, int kind, unsigned flags, int line)
{
    __accrs_data entry;
    if (upper <= lower || !base)
        return __accrs_entry(name, base, 0, kind, flags, line);
    entry = __accrs_entry(name, (char *)base + (long)lower * (long)size,
                          (__accrs_size)(upper - lower) * size, kind, flags, line);
    entry.stride = size;
    return entry;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_wide __accrs_min(__accrs_wide a, __accrs_wide b)
{
    return a < b ? a : b;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_wide __accrs_max(__accrs_wide a, __accrs_wide b)
{
    return a > b ? a : b;
}

/* What stands for `base` on the device: the entry's address, less the section's distance from base. */
static __inline__ __attribute__((unused, no_instrument_function)) void *__accrs_at(const __accrs_data *entry, const volatile void *base)
{
    if (!entry->device || !base)
        return (void *)base;
    return (char *)entry->device - ((const char *)entry->host - (const volatile char *)base);
}

static __inline__ __attribute__((unused, no_instrument_function)) void *__accrs_place(const __accrs_data *entry)
{
    return entry->device ? entry->device : entry->host;
}

/* An extent of a grid or a block; kernels count on no more than this (their loops run on any grid). */
static __inline__ __attribute__((unused, no_instrument_function)) unsigned __accrs_extent(__accrs_wide n)
{
    return n < 1 ? 1u : n > 1048576 ? 1048576u : (unsigned)n;
}

/* An extent that a clause gives; `usual` in the place of one below 1. */
static __inline__ __attribute__((unused, no_instrument_function)) unsigned
__accrs_given(const __accrs_site *site, const char *text, __accrs_wide n, unsigned usual)
{
    if (n < 1) {
        __accrs_bad_size(site, text, (long long)n, usual);
        return usual;
    }
    return __accrs_extent(n);
}

/* Iterations from lower towards upper; `closed` when upper itself belongs to them. */
static __inline__ __attribute__((unused, no_instrument_function)) __accrs_wide
__accrs_trips(__accrs_wide lower, __accrs_wide upper, __accrs_wide step, int closed)
{
    __accrs_wide distance = upper - lower + (closed ? 1 : 0);
    if (distance <= 0 || step <= 0)
        return 0;
    return (distance + step - 1) / step;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_wide __accrs_tiles(__accrs_wide trips, __accrs_wide size)
{
    return (trips + size - 1) / size;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_wide __accrs_times(__accrs_wide a, __accrs_wide b)
{
    __accrs_wide most = (__accrs_wide)1 << 62;
    return a > 0 && b > most / a ? most : a * b;
}

static __inline__ __attribute__((unused, no_instrument_function)) unsigned
__accrs_cover(__accrs_wide trips, __accrs_wide per, __accrs_wide most)
{
    __accrs_wide n = per < 1 ? trips : (trips + per - 1) / per;
    return __accrs_extent(n < most ? n : most);
}
