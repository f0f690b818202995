/* What a pointer leads to: the elements [from, to) of each of its levels. Those of the last one are `size` bytes long, the others are pointers. */
typedef struct {
    const char *base;
    long size;
    int levels;
    long from[3], to[3];
} __accrs_reach;

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_reach
__accrs_reach3(const volatile void *base, long size, long from, long to, long from1, long to1, long from2, long to2)
{
    __accrs_reach r;
    r.base = (const char *)base;
    r.size = size;
    r.levels = 3;
    r.from[0] = from;
    r.to[0] = to;
    r.from[1] = from1;
    r.to[1] = to1;
    r.from[2] = from2;
    r.to[2] = to2;
    return r;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_reach
__accrs_reach2(const volatile void *base, long size, long from, long to, long from1, long to1)
{
    __accrs_reach r = __accrs_reach3(base, size, from, to, from1, to1, 0, 0);
    r.levels = 2;
    return r;
}

static __inline__ __attribute__((unused, no_instrument_function)) __accrs_reach
__accrs_reach1(const volatile void *base, long size, long from, long to)
{
    __accrs_reach r = __accrs_reach3(base, size, from, to, 0, 0, 0, 0);
    r.levels = 1;
    return r;
}

/* A place in a heap whose greatest address comes first goes down to where it belongs. */
static __inline__ __attribute__((unused, no_instrument_function)) void __accrs_rows_sink(const char **all, unsigned long at, unsigned long count)
{
    unsigned long child;
    while ((child = 2 * at + 1) < count) {
        const char *row = all[at];
        if (child + 1 < count && all[child] < all[child + 1])
            child++;
        if (all[child] <= row)
            return;
        all[at] = all[child];
        all[child] = row;
        at = child;
    }
}

/* Where the rows begin, in the order of their addresses, in memory to be freed. 0: there is none for it. */
static __inline__ __attribute__((unused, no_instrument_function)) const char **__accrs_rows_sorted(const __accrs_reach *r, unsigned long *count)
{
    const int last = r->levels - 1;
    unsigned long all = 1, n, k;
    const char **rows;
    int level, sorted = 1;
    for (level = 0; level <= last; level++)
        if (r->to[level] <= r->from[level])
            all = 0;
    for (level = 0; level < last; level++)
        all *= r->to[level] - r->from[level];
    *count = all;
    rows = (const char **)__builtin_malloc((all + 1) * sizeof *rows);
    if (!rows)
        return rows;
    for (n = 0; n < all; n++) {
        const char *at = r->base;
        unsigned long within = all, rest = n;
        for (level = 0; level < last; level++) {
            within /= r->to[level] - r->from[level];
            __builtin_memcpy(&at, at + (r->from[level] + (long)(rest / within)) * (long)sizeof at, sizeof at);
            rest %= within;
        }
        rows[n] = at + r->from[last] * r->size;
        sorted &= n == 0 || rows[n - 1] <= rows[n];
    }
    if (sorted)
        return rows;
    for (k = all / 2; k-- > 0;)
        __accrs_rows_sink(rows, k, all);
    for (k = all; k-- > 1;) {
        const char *greatest = rows[0];
        rows[0] = rows[k];
        rows[k] = greatest;
        __accrs_rows_sink(rows, 0, k);
    }
    return rows;
}

static __inline__ __attribute__((unused, no_instrument_function)) long __accrs_rows_length(const __accrs_reach *r)
{
    return (r->to[r->levels - 1] - r->from[r->levels - 1]) * r->size;
}

/* Whether no two rows overlap. */
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_rows_distinct(__accrs_reach a)
{
    unsigned long count, n;
    const long length = __accrs_rows_length(&a);
    const char **rows = __accrs_rows_sorted(&a, &count);
    int distinct = rows != 0;
    for (n = 1; distinct && n < count; n++)
        distinct = rows[n] - rows[n - 1] >= length;
    __builtin_free(rows);
    return distinct;
}

/* Whether no row of one overlaps a row of the other. */
static __inline__ __attribute__((unused, no_instrument_function)) int __accrs_rows_apart(__accrs_reach a, __accrs_reach b)
{
    unsigned long of_a, of_b, i = 0, j = 0;
    const char **first = __accrs_rows_sorted(&a, &of_a), **second = __accrs_rows_sorted(&b, &of_b);
    int apart = first && second;
    while (apart && i < of_a && j < of_b) {
        if (second[j] - first[i] >= __accrs_rows_length(&a))
            i++;
        else if (first[i] - second[j] >= __accrs_rows_length(&b))
            j++;
        else
            apart = 0;
    }
    __builtin_free(first);
    __builtin_free(second);
    return apart;
}
