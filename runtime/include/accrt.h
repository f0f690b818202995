/* accrt.h: the contract between the C that accrs renders and the runtime.
 *
 * Rendered host files carry this text at their top (they are compiled as
 * preprocessed C, so there is nothing left to include); the runtime declares
 * the same layouts in `runtime/src/abi.rs`, and a test holds the two together.
 * Nothing here is for users: theirs is `openacc.h`.
 *
 * Sizes are bytes. Every call may be made from any host thread. A call that
 * cannot do its work reports through the standard's error behaviour: a message
 * that names variable, file and line, then exit(1).
 */
/* Under the user's -fpack-struct too, what is shared with the runtime has its natural layout. The pragma is enough
 * for -fpack-struct=n; without a number gcc takes each struct as packed, and only a member's own alignment counts. */
#pragma pack(push, 16)

typedef __typeof__(sizeof(0)) __accrs_size; /* no macro: rendered files are preprocessed */

/* What a data clause (or an implicit attribute) asks for. */
enum {
    __ACCRS_COPY = 1,
    __ACCRS_COPYIN = 2,
    __ACCRS_COPYOUT = 3,
    __ACCRS_CREATE = 4,
    __ACCRS_PRESENT = 5,
    __ACCRS_NO_CREATE = 6,
    __ACCRS_DEVICEPTR = 7,
    __ACCRS_DELETE = 8,
    __ACCRS_ATTACH = 9,
    __ACCRS_DETACH = 10,
    __ACCRS_USE_DEVICE = 11,
    __ACCRS_UPDATE_HOST = 12,
    __ACCRS_UPDATE_DEVICE = 13,
    __ACCRS_DEVICE_RESIDENT = 14, /* these three of __accrs_global only */
    __ACCRS_LINK = 15,
    __ACCRS_CREATE_ZERO = 16
};
enum {
    __ACCRS_ZERO = 1,       /* zero: clear on allocation */
    __ACCRS_READONLY = 2,   /* the construct only reads it, whatever clauses say */
    __ACCRS_IMPLICIT = 4,   /* no clause: the compiler's own decision */
    __ACCRS_FINALIZE = 8,
    __ACCRS_IF_PRESENT = 16,
    __ACCRS_ALWAYS_IN = 32, /* copied in at entry although present: alwaysin, always, updatein */
    __ACCRS_REDUCTION = 64, /* copy of what kernels only combine their results with, at their ends */
    __ACCRS_ALWAYS_OUT = 128, /* copied out at exit although still held: alwaysout, always, updateout */
    __ACCRS_ADDRESS = 256,  /* a pointer without a section: whatever holds its target is meant */
    __ACCRS_OWN = 512,      /* memory of this construct alone: a copy of the host's value now (firstprivate), or for CREATE none */
    __ACCRS_STRUCTS = 1024, /* elements are structs of `to` bytes: an entry for some members stands for none of them */
    __ACCRS_USED = 2048,    /* ADDRESS, IMPLICIT: the construct dereferences the pointer for certain */
    __ACCRS_ONE_ARRAY = 4096, /* MEMBERS: the bytes that are used are one array, of which a section may be present */
    __ACCRS_EXACT = 8192,   /* IMPLICIT: the construct uses the first and the last of the elements for certain */
    __ACCRS_MEMBERS = 16384, /* STRUCTS: one struct, of which bytes `from` to `to` are all that is used */
    __ACCRS_HELD = 32768,   /* IMPLICIT: it may stay on the device until the loop ends that __accrs_hold has begun */
    __ACCRS_PART = 65536,   /* another item names a part of the same variable, and both have its name before their brackets */
    __ACCRS_CAPTURE = 131072, /* memory of its own on the device, although host and device share theirs */
    __ACCRS_FILLED = 262144   /* PACKED: the construct writes all elements of the rows, and reads none */
};

/* What a construct has only when it runs. Its tables, which are constants, say what the values of a call are for;
 * each takes the next ones. */
typedef union {
    void *at __attribute__((aligned(8)));
    long long n;           /* a number; what is too large for it is as good as the largest that fits */
    signed char n1;        /* these are arguments of kernels, of which the bytes count */
    short n2;
    int n4;
    float f;
    double d;
} __accrs_value;

/* What an item takes of the values, in this order, besides the dimensions of its section. */
enum {
    __ACCRS_DIMENSIONS = 255,
    __ACCRS_BEHIND = 256,  /* a pointer that the section starts behind: if it is null, there is nothing */
    __ACCRS_SPAN = 512,    /* two numbers: elements [first, second) behind the address are meant, as analysis found them */
    __ACCRS_SIZED = 1024,  /* `bytes` is no constant: it comes behind each number of elements (of a variable: by itself) */
    __ACCRS_ASKED = 2048,  /* whether the flags USED and EXACT hold; without this they do */
    __ACCRS_ATTACHED = 4096, /* the address of the host pointer to attach */
    __ACCRS_SCANNED = 8192, /* SPAN: before the two numbers, whether the host has found them; else the item is like ADDRESS */
    __ACCRS_PACKED = 16384 /* last, the rows that the construct touches: the bytes of an element, in how many ways the rows can be seen, by how
                            * many accesses; for each way their distance, and for each access its first element, its rows and their width,
                            * all in elements from the first value on */
};

/* One variable or section of a data clause. Its values begin with the address of its first byte; then come those
 * that `takes` says, where __ACCRS_DIMENSIONS of it are the number of a section's dimensions, outermost first, each
 * with its number of elements.
 *
 * `rows`: the section holds pointers, and what each of them points to belongs to the section too (`a[0:n][0:m]`
 * on a pointer to pointers). The address of a row is the byte distance from where a pointer points to the row's first
 * byte; its `rows` is the next level. Null otherwise. */
typedef struct __accrs_item {
    const char *name __attribute__((aligned(8)));      /* as written: "A[0:n*m]" */
    int kind;
    unsigned flags;
    int line;              /* of the clause */
    unsigned takes;
    __accrs_size bytes;    /* of the variable, or of an element of the section */
    const char *of;        /* the type of the elements, with the array's extents, none where it is no constant: "double[][200]"; null: no numbers */
    __accrs_size from, to; /* STRUCTS: see there */
    const struct __accrs_item *rows;
} __accrs_item;

/* Where a construct stands in the user's source, and its data, clauses first. */
typedef struct {
    const char *file __attribute__((aligned(8)));
    const char *function;
    const char *construct; /* "parallel loop", "enter data", ... */
    int line;
    int nitems;
    const __accrs_item *items;
} __accrs_site;

/* async: a queue number >= 0, or one of these two. */
enum { __ACCRS_SYNC = -2, __ACCRS_NOVAL = -1 };

/* A device number that the directive doesn't give: all others, negative ones too, are the program's. */
enum { __ACCRS_NONE = -2147483647 - 1 };

/* What a parameter of a kernel is given. */
enum {
    __ACCRS_VALUE,         /* the next value itself */
    __ACCRS_COPIED,        /* what the next value points to: it has no room for the argument */
    __ACCRS_STANDS,        /* what stands on the device for the pointer that is the next value: the item's section holds its target */
    __ACCRS_PLACE,         /* where the item is on the device, or what shares memory with it; no value */
    __ACCRS_CELL           /* the same, null where the item isn't on the device; no value */
};
typedef struct {
    unsigned bytes __attribute__((aligned(4)));
    unsigned short gives;
    unsigned short item;
    unsigned aligned;      /* the kernel needs a multiple of this; 0: any address is right */
} __accrs_param;

/* A loop whose trips say how large a grid is: its values are the bounds, the lower one first, then the step. */
enum {
    __ACCRS_FROM = 1,      /* the lower bound is a value, not `from` */
    __ACCRS_STEP = 2,      /* likewise the step */
    __ACCRS_CLOSED = 4     /* the upper bound itself is one of the loop's numbers */
};
typedef struct {
    unsigned takes __attribute__((aligned(8)));
    unsigned tile;         /* iterations in one tile; 0 without tiles */
    long long from;
    long long step;
} __accrs_loop;

/* An extent of a grid or a block: `n`, of which 0 is the next value. With `loops` it is as many as these loops' trips
 * need where each has `n` of them, and `most` at most. */
typedef struct {
    unsigned n __attribute__((aligned(4)));
    unsigned loops;
    unsigned most; /* 0: all blocks of the grid are to be on the device at once */
    unsigned least; /* not the loops' trips multiplied, but the fewest of one of them */
} __accrs_extent;

/* A device kernel as the host file names it. The values of its launch are those of its parameters, of its grid,
 * of its block, and of its scratch memory. */
typedef struct __accrs_kernel {
    const char *name __attribute__((aligned(8)));          /* the extern "C" name in the CUDA text */
    const char *mapping;       /* "Map-gv-gv", or "" */
    __accrs_site site;
    const __accrs_param *params;   /* nparams of them */
    const __accrs_loop *loops;     /* of grid, then block */
    unsigned nparams;
    __accrs_extent grid[3];
    __accrs_extent block[3];
    /* Behind the parameters the kernel gets the address of `blocks * scratch_block` bytes, if that isn't 0 (with `scratch_asked`
     * the next value is scratch_block), and with `counter` that of an unsigned number, which is 0 before and behind the launch. Behind
     * that number is the one by which blocks wait for each other. */
    unsigned scratch_asked;
    unsigned counter;
    __accrs_size scratch_block __attribute__((aligned(8)));
    /* With `together` its blocks wait for each other, so they must be on the device at once. Then it isn't launched at all if the device
     * has no such launches, or if its grid is more than `turns` times what the device holds; 0: then fewer blocks do, or one. One block is
     * enough if the others would have no more than `alone` iterations. */
    unsigned together;
    unsigned turns;
    unsigned alone;
    /* What is launched in its place, with the same values, where an argument isn't as aligned as the kernel needs it. */
    const struct __accrs_kernel *unaligned __attribute__((aligned(8)));
} __accrs_kernel;
/* A kernel as compiled for sim: `run` carries out the threads of its worker's block that
 * none has taken yet, and counts them off there; the arguments are in `args`. The
 * thunks of runtime/include/accrs_sim.h do so. */
typedef struct {
    const char *name;
    void (*run)(void *const *args);
} __accrs_sim_kernel;

/* A variable that lives on the device for the whole program (a file-scope `declare`).
 * CREATE, CREATE_ZERO, COPYIN and DEVICE_RESIDENT are made present, with a structured count of one for each
 * unit that registers the variable, when a device is first used, or used again after a shutdown;
 * COPYIN with the value that the variable had when the unit was registered. LINK is mapped by
 * the program's own clauses; DEVICEPTR is a pointer that holds a device address. Device
 * functions reach a variable through a cell, see `cells` below. */
typedef struct {
    const char *name __attribute__((aligned(8)));
    const char *file;          /* of the clause */
    int line;
    int kind;                  /* of the data kinds: those six */
    void *host;
    __accrs_size bytes;
    const char *of;            /* as of __accrs_item */
    int constant;              /* const: the value never changes */
    int cell;                  /* the unit's device functions name it */
} __accrs_global;

/* Kernels compiled at build time for a GPU. */
typedef struct {
    unsigned capability;               /* 90 */
    unsigned feature;                  /* 'a', 'f' (sm_90a), or 0 */
    unsigned is_ptx;                   /* PTX, or machine code (a cubin) */
    const unsigned char *bytes __attribute__((aligned(8)));
    __accrs_size nbytes;               /* without a zero byte behind them, which is there */
} __accrs_image;

/* One translation unit with regions. Registered by a constructor, taken back by
 * a destructor (dlclose). Any part that the unit was not built for is null. */
typedef struct {
    unsigned abi;                      /* __ACCRS_ABI */
    unsigned targets;                  /* bit 0 nvidia, bit 1 multicore, bit 2 sim; bit 4 managed, bit 5 unified memory */
    const char *source __attribute__((aligned(8)));                /* the user's file */
    const char *cuda_text;             /* null-terminated; null without nvidia */
    const __accrs_image *images;       /* nimages entries, or null */
    __accrs_size nimages;
    const __accrs_kernel *const *kernels;
    unsigned nkernels;
    const __accrs_sim_kernel *sim __attribute__((aligned(8)));     /* nsim entries, or null */
    unsigned nsim;
    const __accrs_global *globals __attribute__((aligned(8)));     /* nglobals entries, or null */
    unsigned nglobals;
    /* The kernel (one thread) that stores its arguments into the unit's cells: for each
     * global with a cell, in order, the address of its copy on the device (null where
     * there is none; a DEVICEPTR variable's value). The runtime runs it when one of them has changed,
     * before a kernel of the unit. Null without cells. */
    const __accrs_kernel *cells __attribute__((aligned(8)));
    /* Likewise for the cells of `routines`: it is in their text (on sim in this unit's table), and
     * run before a kernel of a unit that calls them. */
    const __accrs_kernel *routine_cells;
    /* Routines that kernels of other units may call: CUDA text, for the units that import one of
     * these names; it stands behind theirs. Null and 0 where there are none. */
    const char *routines;
    const char *const *exports;        /* nexports names, or null */
    unsigned nexports;
    /* Routines of other units that this one's kernels, or its own routines, call. */
    const char *const *imports __attribute__((aligned(8)));        /* nimports names, or null */
    unsigned nimports;
    void *state __attribute__((aligned(8)));                       /* the runtime's own */
} __accrs_module;
enum { __ACCRS_ABI = 11 };
void __accrs_register(__accrs_module *module);
void __accrs_unregister(__accrs_module *module);

/* 1 if compute constructs of this thread run on the host's cores (multicore):
 * data calls are then not needed. Initialises the device on first use. */
int __accrs_on_host(const __accrs_module *module, const __accrs_site *site);

/* Structured region entry and exit: `data` constructs and the data clauses, explicit and implicit, of a compute
 * construct. `values` are those of the site's items; the exit works on what the entry found. Waits named by `wait`
 * clauses have happened before. A region is never null. */
typedef struct __accrs_region __accrs_region;
__accrs_region *__accrs_data_enter(const __accrs_site *site, const __accrs_value *values, int async);
void __accrs_data_exit(__accrs_region *region, int async);

/* The same entry for a compute construct that has a version for the host's cores, if it runs on a device: null if its data doesn't
 * fit that. Then the other version is to run, here and now; __accrs_compute_end comes behind it. */
__accrs_region *__accrs_compute_enter(const __accrs_module *module, const __accrs_site *site, const __accrs_value *values,
                                      int async);

/* A construct whose one loop may run in parts: first all iterations at once, then, if their data doesn't fit, those that the runtime chooses.
 * `from` and `to` are the numbers of the part at hand, as the loop's bounds are; `queue` is what it runs on. At the end they are those of the whole,
 * and `cores` says whether the version for the cores is to run. */
typedef struct {
    long long from __attribute__((aligned(8)));
    long long to;
    long long step;
    int closed;            /* `to` is one of the loop's numbers */
    int queue;
    int cores;
    void *state __attribute__((aligned(8)));       /* the runtime's own */
} __accrs_parts;

/* The part's data; null where the runtime only measures. Its end. Then whether another part comes. */
__accrs_region *__accrs_part_enter(const __accrs_module *module, const __accrs_site *site, const __accrs_value *values,
                                   __accrs_parts *parts);
void __accrs_part_exit(__accrs_region *region, __accrs_parts *parts);
int __accrs_part_next(const __accrs_site *site, __accrs_parts *parts);

/* A variable that kernels only combine their results with: its item, and the value that changes nothing. */
typedef struct {
    int item __attribute__((aligned(8)));
    const void *none __attribute__((aligned(8)));
} __accrs_result;

/* A construct whose one loop several devices may share. `from`, `to`, `closed` and `queue` are as above; `step` is below 0 where the loop counts down. */
typedef struct {
    long long from __attribute__((aligned(8)));
    long long to;
    long long step;
    int closed;
    int queue;
    int nresults;
    const __accrs_result *results __attribute__((aligned(8)));
    void *state;           /* the runtime's own */
} __accrs_shares;

/* Whether a part comes, first those that are only measured. Its data, on the device that the thread uses until the part's end; null where it is measured. */
int __accrs_share_next(const __accrs_site *site, __accrs_shares *shares);
__accrs_region *__accrs_share_enter(const __accrs_site *site, const __accrs_value *values, __accrs_shares *shares);
void __accrs_share_exit(__accrs_region *region, __accrs_shares *shares);

/* Behind the last part, until it is null: what the parts but the first have left of a result, in the order of the parts. The first one has
 * combined its own with the variable. */
const void *__accrs_share_result(__accrs_shares *shares, int item);

/* Whether all parts have run. Else the construct has done nothing, and its current device is to run it. */
int __accrs_share_end(__accrs_shares *shares);

/* The cleanup of a variable that is the region of a `declare` in a function. */
void __accrs_leave(__accrs_region **region);

/* Around a loop of the host over whose turns HELD items stay on the device; the number is the cleanup's. */
int __accrs_hold(void);
void __accrs_hold_ends(const int *held);

/* enter data, exit data, update: unstructured, same values. */
void __accrs_enter_data(const __accrs_site *site, const __accrs_value *values, int async);
void __accrs_exit_data(const __accrs_site *site, const __accrs_value *values, int async);
void __accrs_update(const __accrs_site *site, const __accrs_value *values, int async);

/* host_data: `pointers` are the values of the items' variables, and become what stands for these on the device. */
void __accrs_use_device(const __accrs_site *site, const __accrs_value *values, void **pointers);

/* A size that a num_gangs, num_workers or vector_length clause gives, as written in `text`: `usual` in the place of
 * one below 1, of which it warns once for each place. Sizes of grids are cut to what kernels count on. */
unsigned __accrs_given(const __accrs_site *site, const char *text, long long n, unsigned usual);

/* The cleanup of a variable at the start of main: completes all queues, which may still use main's variables. */
void __accrs_main_ends(const char *unused);

/* Around a compute construct, on whatever device. It begins with whether it runs on the host's cores: because of its
 * own clauses (`host` isn't 0), or because all of this thread do. */
int __accrs_compute_begin(const __accrs_module *module, const __accrs_site *site, int async, int host);
void __accrs_compute_end(void);
/* The same where there are versions for a device and for the host's cores: whether the construct has to run once more. */
int __accrs_compute_again(void);

/* Whether the host may find out by reading its own memory which elements a construct touches behind a pointer. Values: the
 * pointer; then for each of the `reads` an address, and the bytes from there to the first that is read and to the one behind
 * the last. It may not where the pointer's target is on the device or shared with it, since then it needn't; nor where
 * what it would read is on the device, which may have other values. What loops hold there comes back, and queued work is waited for. */
int __accrs_scans(const __accrs_site *site, const __accrs_value *values, unsigned reads);

/* The lanes for each row of a launch, a power of two up to a warp's: rows begin at `array[first]` and end at `array[last]`, so many as lie
 * between. A guess that costs time at most, from what the host has there; `usual` where it can't look. */
unsigned __accrs_row_lanes(const __accrs_site *site, const void *array, __accrs_size size, long long first, long long last, unsigned usual);

/* The lanes for each row of a launch, a power of two up to a warp's, where all rows have the iterations from `first` up to `last`. */
unsigned __accrs_loop_lanes(long long first, long long last);

/* Launches on `async` (or synchronously). `region` is null where the kernel has no items. 0: it wasn't launched, since its blocks can't wait for
 * each other, or that doesn't pay (`turns` of the kernel). */
int __accrs_launch(__accrs_module *module, const __accrs_kernel *kernel, const __accrs_region *region,
                   const __accrs_value *values, int async);

/* Whether memory that the kernel reaches lies apart, so that it may be launched; else its version in order is, which is counted.
 * Each of the `pairs` has two item numbers: the item holds a pointer's target, or the pointer itself leads to it
 * (__ACCRS_NO_ITEM). The values of each pointer are the pointer, and the bytes from there to the first that is reached and to the
 * one behind the last. */
enum { __ACCRS_NO_ITEM = 65535 };
int __accrs_apart(const __accrs_kernel *kernel, const unsigned short *items, unsigned pairs,
                  const __accrs_region *region, const __accrs_value *values);

/* The same where pointers or bounds are members of structs, which may be on the device with other values. Each pointer has two items: its target's, and the
 * one that says where the pointer itself is (or __ACCRS_NO_ITEM). Behind those of the pairs come the items of all members, as many as `cells`. */
int __accrs_members_apart(const __accrs_kernel *kernel, const unsigned short *items, unsigned pairs, unsigned cells,
                          const __accrs_region *region, const __accrs_value *values);

/* The same where some of the pointers lead to rows of pointers. Each of the pairs has a fifth number: 1 if it is one pointer twice, of which no two rows may
 * overlap. The values of each pointer are the pointer, the number of its levels (1: it leads to no pointers), and of each level the bytes to the first that is
 * reached and to the one behind the last, from where a row begins. */
int __accrs_kernel_rows_apart(const __accrs_kernel *kernel, const unsigned short *items, unsigned pairs, unsigned cells,
                              const __accrs_region *region, const __accrs_value *values);

/* Before a construct's kernels are launched that are right only if data clauses have told memory apart: ends the program with a message where they have
 * given it the same memory twice. Each of the `pairs` has three numbers: two items, and 1 if these may begin at the same byte. */
void __accrs_told_apart(const __accrs_region *region, const unsigned short *items, unsigned pairs);

/* A loop of the host's cores has asked whether memory lies apart: the answer again. If it is 0 the loop runs in order, which is
 * counted. */
int __accrs_asked(const __accrs_site *site, int apart);

/* Tells the runtime (and ACCRS_NOTIFY, and the launch count) of a compute region that runs on the host's cores; the
 * kernel itself is inline. The end is needed only where another thread may carry it out: the construct's end
 * implies it. */
void __accrs_host_begin(const __accrs_site *site, const __accrs_kernel *kernel);
void __accrs_host_end(void);

/* Before a compute construct with an async clause, rendered for the host's cores as an OpenMP task
 * of its own: the task that this thread makes next goes to queue `async` of the host's cores, if that
 * is where the thread's constructs run. The value, always 0, is the task's `if` condition: where no
 * task is taken over, OpenMP carries it out on the spot. */
int __accrs_host_async(const __accrs_site *site, int async);

/* Memory from malloc with a section's values of this moment, for a construct that may be carried
 * out later: firstprivate with async on the host's cores. `pointer` leads to the section, and then likewise to the copy. */
void *__accrs_host_take(const __accrs_site *site, const __accrs_item *item, const __accrs_value *values, void **pointer);

/* How many operations of a loop are worth a team of threads on the host's cores, and whether so many are. */
double __accrs_least_work(void);
int __accrs_pays(double operations);

/* One entry of a loop for which it is measured whether one thread or a team is faster. `choice` leads to a pointer of the loop's own, null
 * at first. The begin says whether a team runs the entry, of so many operations (0: none may; below: so many iterations, each of any length), and the
 * end takes its time. Loops with so little work that
 * even these two calls would be felt, a sixteenth of __accrs_least_work, do without. */
typedef struct {
    unsigned long long began __attribute__((aligned(8))); /* 0: not measured, without an end */
    const void *of;
    int size, team, open;
} __accrs_turn;
int __accrs_begins(void **choice, const __accrs_site *site, double operations, __accrs_turn *turn);
void __accrs_ends(__accrs_turn *turn);

/* Likewise for a loop with atomic operations, of which a thread of a team takes so many times as long as one thread that updates plainly. */
int __accrs_begins_atomic(void **choice, const __accrs_site *site, double operations, double slower, __accrs_turn *turn);

/* The running construct has atomic operations, and whether it is the only one of that kind on the host's cores and stays so until it ends: then one thread
 * updates plainly what is atomic in the text. */
void __accrs_atomics(void);
int __accrs_alone(void);

/* Of how many parts of its iterations a loop with so many operations makes its sums of floating-point numbers: the same whoever runs it, and
 * 256 at most. */
unsigned long __accrs_sums(double operations, unsigned long trips);

/* Likewise of a loop whose parts have copies of so many elements that it updates atomically or reduces, of so many bytes in all. 0: it is better left as it
 * is. `atomic`: it is atomic updates then, which very many threads may do. */
unsigned long __accrs_copies(double operations, unsigned long trips, unsigned long elements, unsigned long bytes, int atomic);

/* Sizes of tiles of a loop of `steps` iterations and of loops inside it that have `rows` fronts together, of which each is `bytes` of memory in
 * `columns` iterations of the loop inside (0: tiles can't be cut along these), and which a tile moves `by` and `across` numbers on with each step;
 * false: the loops are as fast without. `shared`: threads could share the inner loops one by one. */
int __accrs_tiles(long steps, long rows, double columns, double bytes, int by, int across, int shared, long *tile_steps, long *tile_rows, long *tile_columns);

/* Rows of a part of `rows`, a multiple of `height`, where threads share the parts of so many tiles of columns. */
long __accrs_part(long rows, long height, long columns);

/* How many slices of a loop of `steps` iterations a thread takes at once, of all `slices`, which need no order between them; `bytes`: what an iteration
 * touches of one of them. False: the loop is as fast without. */
int __accrs_slices(long steps, long slices, double bytes, long *part);

/* wait directive and clause. n queues; n == 0: all queues. async: the queue that
 * waits instead of the host, or __ACCRS_SYNC. devnum: __ACCRS_NONE for the current one. */
void __accrs_wait(const __accrs_site *site, const int *queues, int n, int devnum, int async);

/* init, shutdown, set: device_type is an acc_device_t value, or -1 where not
 * given; device_num is __ACCRS_NONE, default_async __ACCRS_NOVAL (no effect) where not given. */
void __accrs_init(const __accrs_site *site, int device_type, int device_num);
void __accrs_shutdown(const __accrs_site *site, int device_type, int device_num);
void __accrs_set(const __accrs_site *site, int device_type, int device_num, int default_async);

#pragma pack(pop)
