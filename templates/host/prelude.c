/* Helpers of the constructs below. */
static __accrs_module __accrs_unit;
__extension__ typedef __int128 __accrs_wide;

static __inline__ __attribute__((unused)) __accrs_data
__accrs_entry(const char *name, const volatile void *host, __accrs_size bytes, int kind, unsigned flags, int line)
{
    __accrs_data entry;
    entry.name = name;
    entry.host = (void *)host;
    entry.bytes = bytes;
    entry.blocks = 1;
    entry.block_bytes = bytes;
    entry.stride = bytes;
    entry.pointer = 0;
    entry.device = 0;
    entry.kind = kind;
    entry.flags = flags;
    entry.line = line;
    return entry;
}

/* A section of n dimensions, outermost first: elements and the bytes from one to the next in each.
 * Rows that lie apart are blocks; gaps of several widths leave blocks == 0, which the runtime refuses. */
static __inline__ __attribute__((unused)) __accrs_data
__accrs_section(const char *name, const volatile void *host, int n, const __accrs_wide *lengths,
                const __accrs_size *steps, int kind, unsigned flags, int line)
{
    __accrs_size bytes = steps[n - 1], block = bytes, blocks = 1, gap = 0;
    __accrs_data entry;
    int k;
    for (k = n - 1; k >= 0; k--) {
        __accrs_size length;
        if (lengths[k] <= 0)
            return __accrs_entry(name, host, 0, kind, flags, line);
        length = (__accrs_size)lengths[k];
        bytes += (length - 1) * steps[k];
        if (blocks == 1 && block == steps[k])
            block = length * steps[k];
        else if (length == 1)
            continue;
        else if (blocks == 1) {
            blocks = length;
            gap = steps[k];
        } else if (blocks != 0 && blocks * gap == steps[k])
            blocks *= length;
        else
            blocks = 0;
    }
    entry = __accrs_entry(name, host, bytes, kind, flags, line);
    entry.blocks = blocks;
    entry.block_bytes = block;
    entry.stride = blocks == 1 ? block : gap;
    return entry;
}

static __inline__ __attribute__((unused)) __accrs_data
__accrs_row(const char *name, const volatile void *host, __accrs_wide length, __accrs_size step,
            int kind, unsigned flags, int line)
{
    return __accrs_section(name, host, 1, &length, &step, kind, flags, line);
}

/* Elements [lower, upper) behind base, as analysis found them. */
static __inline__ __attribute__((unused)) __accrs_data
__accrs_span(const char *name, const volatile void *base, __accrs_wide lower, __accrs_wide upper,
             __accrs_size size, int kind, unsigned flags, int line)
{
    if (upper <= lower)
        return __accrs_entry(name, base, 0, kind, flags, line);
    return __accrs_entry(name, (const volatile char *)base + (long)lower * (long)size,
                         (__accrs_size)(upper - lower) * size, kind, flags, line);
}

static __inline__ __attribute__((unused)) __accrs_wide __accrs_min(__accrs_wide a, __accrs_wide b)
{
    return a < b ? a : b;
}

static __inline__ __attribute__((unused)) __accrs_wide __accrs_max(__accrs_wide a, __accrs_wide b)
{
    return a > b ? a : b;
}

/* What stands for `base` on the device: the entry's address, less the section's distance from base. */
static __inline__ __attribute__((unused)) void *__accrs_at(const __accrs_data *entry, const volatile void *base)
{
    if (!entry->device)
        return (void *)base;
    return (char *)entry->device - ((const char *)entry->host - (const volatile char *)base);
}

static __inline__ __attribute__((unused)) void *__accrs_place(const __accrs_data *entry)
{
    return entry->device ? entry->device : entry->host;
}

/* An extent of a grid or a block. */
static __inline__ __attribute__((unused)) unsigned __accrs_extent(__accrs_wide n)
{
    return n < 1 ? 1u : n > 2147483647 ? 2147483647u : (unsigned)n;
}

/* Iterations from lower towards upper; `closed` when upper itself belongs to them. */
static __inline__ __attribute__((unused)) __accrs_wide
__accrs_trips(__accrs_wide lower, __accrs_wide upper, __accrs_wide step, int closed)
{
    __accrs_wide distance = upper - lower + (closed ? 1 : 0);
    if (distance <= 0 || step <= 0)
        return 0;
    return (distance + step - 1) / step;
}

static __inline__ __attribute__((unused)) __accrs_wide __accrs_times(__accrs_wide a, __accrs_wide b)
{
    __accrs_wide most = (__accrs_wide)1 << 62;
    return a > 0 && b > most / a ? most : a * b;
}

static __inline__ __attribute__((unused)) unsigned
__accrs_cover(__accrs_wide trips, __accrs_wide per, __accrs_wide most)
{
    __accrs_wide n = per < 1 ? trips : (trips + per - 1) / per;
    return __accrs_extent(n < most ? n : most);
}
