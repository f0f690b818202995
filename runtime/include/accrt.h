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

/* Where a construct stands in the user's source. */
typedef struct {
    const char *file __attribute__((aligned(8)));
    const char *function;
    const char *construct; /* "parallel loop", "enter data", ... */
    int line;
} __accrs_site;

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
    __ACCRS_READONLY = 2,
    __ACCRS_IMPLICIT = 4,   /* no clause: the compiler's own decision */
    __ACCRS_FINALIZE = 8,
    __ACCRS_IF_PRESENT = 16,
    __ACCRS_ALWAYS_IN = 32, /* copied in at entry although present: alwaysin, always, updatein */
    __ACCRS_REDUCTION = 64, /* copy that a reduction implies */
    __ACCRS_ALWAYS_OUT = 128, /* copied out at exit although still held: alwaysout, always, updateout */
    __ACCRS_ADDRESS = 256,  /* a pointer without a section: whatever holds its target is meant */
    __ACCRS_OWN = 512,      /* firstprivate: a copy of the host's value now, for this construct alone */
    __ACCRS_STRUCTS = 1024, /* elements are structs of `stride` bytes: an entry for some members stands for none of them; with
                             * `blocks` 0 one struct, of which bytes `block_bytes` to `stride` are all that is used */
    __ACCRS_USED = 2048,    /* ADDRESS, IMPLICIT: the construct dereferences the pointer for certain */
    __ACCRS_ONE_ARRAY = 4096, /* STRUCTS with `blocks` 0: the bytes that are used are one array, of which a section may be present */
    __ACCRS_EXACT = 8192    /* IMPLICIT: the construct uses the first and the last of the elements, of `stride` bytes, for certain */
};

/* One variable or section of a data clause. The caller fills all but `device`;
 * the runtime answers there with the address that `host` has on the device
 * (on a device that shares memory: `host` itself; null for no_create of what
 * is absent). Entries live on the caller's stack, so nesting and recursion
 * need no heap. `blocks`, `block_bytes` and `stride` describe sections with
 * gaps: blocks == 1 and block_bytes == bytes for a contiguous one. `gaps` repeats
 * these blocks where the gaps are of several widths; null otherwise.
 *
 * `rows`: the section holds pointers, and what each of them points to belongs to
 * the section too (`a[0:n][0:m]` on a pointer to pointers). Its `host` is the byte distance
 * from where a pointer points to the row's first byte; its `rows` is the next level.
 * Null otherwise. Both are read when a call is made, not after it. */
enum { __ACCRS_GAPS = 6 };
typedef struct {
    int n;                               /* levels, innermost first */
    __accrs_size count[__ACCRS_GAPS] __attribute__((aligned(8)));
    __accrs_size stride[__ACCRS_GAPS];
} __accrs_gaps;
typedef struct __accrs_data {
    const char *name __attribute__((aligned(8)));      /* as written: "A[0:n*m]" */
    void *host;            /* first byte of the section */
    __accrs_size bytes;    /* first byte to last byte + 1 */
    __accrs_size blocks;
    __accrs_size block_bytes;
    __accrs_size stride;   /* bytes from one block's start to the next's */
    void **pointer;        /* address of the host pointer to attach, or null */
    void *device;          /* out */
    int kind;
    unsigned flags;
    int line;              /* of the clause */
    const __accrs_gaps *gaps __attribute__((aligned(8)));
    struct __accrs_data *rows;
} __accrs_data;

/* async: a queue number >= 0, or one of these two. */
enum { __ACCRS_SYNC = -2, __ACCRS_NOVAL = -1 };

/* A device number that the directive doesn't give: all others, negative ones too, are the program's. */
enum { __ACCRS_NONE = -2147483647 - 1 };

/* A device kernel as the host file names it. `arg_bytes[i]` is the size of
 * argument i; arguments are passed as an array of pointers to values. */
typedef struct {
    const char *name __attribute__((aligned(8)));          /* the extern "C" name in the CUDA text */
    const char *mapping;       /* "Map-gv-gv", or "" */
    int line;
    unsigned nargs;
    const __accrs_size *arg_bytes;
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
    int constant;              /* const: the value never changes */
    int cell;                  /* the unit's device functions name it */
} __accrs_global;

/* One translation unit with regions. Registered by a constructor, taken back by
 * a destructor (dlclose). Any part that the unit was not built for is null. */
typedef struct {
    unsigned abi;                      /* __ACCRS_ABI */
    unsigned targets;                  /* bit 0 nvidia, bit 1 multicore, bit 2 sim; bit 4 managed, bit 5 unified memory */
    const char *source __attribute__((aligned(8)));                /* the user's file */
    const char *cuda_text;             /* null-terminated; null without nvidia */
    const unsigned char *ptx;          /* PTX or cubin made at build time, or null */
    __accrs_size ptx_bytes;
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
enum { __ACCRS_ABI = 5 };
void __accrs_register(__accrs_module *module);
void __accrs_unregister(__accrs_module *module);

/* A launch: grid and block extents are >= 1 (the runtime clips the grid to what
 * the device allows: all loops are grid-stride). When scratch bytes are asked
 * for, the runtime allocates `scratch_fixed + blocks * scratch_block` device
 * bytes, clears the first `scratch_fixed`, and passes the address as one more,
 * last, kernel argument (not counted in nargs). */
typedef struct {
    unsigned grid[3];
    unsigned block[3];
    __accrs_size shared __attribute__((aligned(8)));         /* dynamic shared memory per block */
    __accrs_size scratch_fixed;
    __accrs_size scratch_block;
} __accrs_launch_dims;

/* 1 if compute constructs of this thread run on the host's cores (multicore):
 * data calls are then not needed. Initialises the device on first use. */
int __accrs_on_host(const __accrs_module *module, const __accrs_site *site);

/* Structured region entry and exit: `data` constructs and the data clauses,
 * explicit and implicit, of a compute construct. `n` entries; exit takes the
 * same array. Waits named by `wait` clauses have happened before. */
void __accrs_data_enter(const __accrs_site *site, __accrs_data *data, int n, int async);
void __accrs_data_exit(const __accrs_site *site, __accrs_data *data, int n, int async);

/* enter data, exit data, update: unstructured, same entries. */
void __accrs_enter_data(const __accrs_site *site, __accrs_data *data, int n, int async);
void __accrs_exit_data(const __accrs_site *site, __accrs_data *data, int n, int async);
void __accrs_update(const __accrs_site *site, __accrs_data *data, int n, int async);

/* host_data: fills `device` of each entry. */
void __accrs_use_device(const __accrs_site *site, __accrs_data *data, int n);

/* The size `n` that a num_gangs, num_workers or vector_length clause gives, as written in `text`, is
 * below 1: warns once for each place that `instead` is taken. */
void __accrs_bad_size(const __accrs_site *site, const char *text, long long n, unsigned instead);

/* The cleanup of a variable at the start of main: completes all queues, which may still use main's variables. */
void __accrs_main_ends(const char *unused);

/* Around a compute construct, on whatever device, and with an `if`: for tools that listen. */
void __accrs_compute_begin(const __accrs_site *site, int async);
void __accrs_compute_end(const __accrs_site *site);

/* Launches on `async` (or synchronously). args: nargs pointers to values. */
void __accrs_launch(__accrs_module *module, const __accrs_site *site, const __accrs_kernel *kernel,
                    const __accrs_launch_dims *dims, void *const *args, int async);

/* Tells the runtime (and ACCRS_NOTIFY, and the launch count) of a compute
 * region that runs on the host's cores; the kernel itself is inline. */
void __accrs_host_begin(const __accrs_site *site, const __accrs_kernel *kernel);
void __accrs_host_end(const __accrs_site *site, const __accrs_kernel *kernel);

/* Before a compute construct with an async clause, rendered for the host's cores as an OpenMP task
 * of its own: the task that this thread makes next goes to queue `async` of the host's cores, if that
 * is where the thread's constructs run. The value, always 0, is the task's `if` condition: where no
 * task is taken over, OpenMP carries it out on the spot. */
int __accrs_host_async(const __accrs_site *site, int async);

/* Memory from malloc with a section's values of this moment, for a construct that may be carried
 * out later: firstprivate with async on the host's cores. */
void *__accrs_host_take(const __accrs_site *site, const __accrs_data *entry);

/* Whether a loop of about so many operations is worth a team of threads on the host's cores. */
int __accrs_pays(double operations);

/* wait directive and clause. n queues; n == 0: all queues. async: the queue that
 * waits instead of the host, or __ACCRS_SYNC. devnum: __ACCRS_NONE for the current one. */
void __accrs_wait(const __accrs_site *site, const int *queues, int n, int devnum, int async);

/* init, shutdown, set: device_type is an acc_device_t value, or -1 where not
 * given; device_num is __ACCRS_NONE, default_async __ACCRS_NOVAL (no effect) where not given. */
void __accrs_init(const __accrs_site *site, int device_type, int device_num);
void __accrs_shutdown(const __accrs_site *site, int device_type, int device_num);
void __accrs_set(const __accrs_site *site, int device_type, int device_num, int default_async);

#pragma pack(pop)
