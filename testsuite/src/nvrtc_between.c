/* An NVRTC between a program and the library that NVRTC_REAL names. The function that NVRTC_FAILS names fails. With NVRTC_STRICT a text is refused
   of which NVRTC has something to say, if only a warning.
   NVRTC_PLAYS lists versions, as "12.4,13.0": it plays that of its own name (libnvrtc.so.12), else the first one. What it makes is of that version then, as far as a
   driver looks at it, and behind each cubin stands its PTX, which the stand-in runs. With NVRTC_QUICK two of three texts are optimised less, which takes a
   third of the time: not tiles in shared memory, whose loops the stand-in would take longer over, nor reductions, whose grids are what an optimised kernel's registers allow, nor
   what may be contracted, which is done by optimising.
   NVRTC_TOLD is a file to which it adds a line when it is opened
   ("12.4 opened"), and one for each text that it compiles ("12.4 sm_80"). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { COMPILATION_ERROR = 6, INTERNAL_ERROR = 11 };
enum { MOST_OPTIONS = 32 };
enum { ABI = 8, FLAGS = 48, PROGRAMS = 32, SECTIONS = 40, PROGRAM_SIZE = 54, SECTION_SIZE = 58 };
static const char behind[] = "// PTX of this cubin\n";

static void *real(const char *name)
{
    static void *library;
    if (!library)
        library = dlopen(getenv("NVRTC_REAL"), RTLD_NOW);
    void *found = library ? dlsym(library, name) : NULL;
    if (!found)
        abort();
    return found;
}

static int fails(const char *name)
{
    const char *which = getenv("NVRTC_FAILS");
    return which && !strcmp(which, name);
}

/* The version that is played, 1204, or 0. */
static int played(void)
{
    const char *list = getenv("NVRTC_PLAYS");
    if (!list)
        return 0;
    Dl_info info;
    int own = 0;
    if (dladdr((void *)played, &info) && info.dli_fname) {
        const char *number = strstr(info.dli_fname, "libnvrtc.so.");
        own = number ? atoi(number + strlen("libnvrtc.so.")) : 0;
    }
    int first = 0;
    for (const char *at = list; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        int major = 0, minor = 0;
        if (sscanf(at, "%d.%d", &major, &minor) != 2)
            continue;
        if (major == own)
            return 100 * major + minor;
        first = first ? first : 100 * major + minor;
    }
    return first;
}

static void tell(const char *what)
{
    const char *name = getenv("NVRTC_TOLD");
    FILE *file = name ? fopen(name, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%d.%d %s\n", played() / 100, played() % 100, what);
    fclose(file);
}

__attribute__((constructor)) static void opened(void)
{
    tell("opened");
}

#define FUNCTION(name, params, args)                       \
    int name params                                        \
    {                                                      \
        if (fails(#name))                                  \
            return INTERNAL_ERROR;                         \
        return ((int(*) params)real(#name))args;           \
    }

typedef void *program;
typedef const char *const *texts;
FUNCTION(nvrtcDestroyProgram, (program *p), (p))
FUNCTION(nvrtcGetPTXSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetProgramLogSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetProgramLog, (program p, char *to), (p, to))

/* Whether the program that this thread has made last, which is the one that it compiles, is one to be optimised less. */
static _Thread_local int less;

static int is_quick(const char *text)
{
    if (strstr(text, "accrs_copy_ahead") || strstr(text, "accrs_scratch") || strstr(text, "accrs_gangs") || !strstr(text, "--fmad=false"))
        return 0;
    unsigned sum = 0;
    while (*text)
        sum += (unsigned char)*text++;
    return sum % 3 != 0;
}

int nvrtcCreateProgram(program *p, const char *text, const char *name, int n, texts headers, texts names)
{
    if (fails("nvrtcCreateProgram"))
        return INTERNAL_ERROR;
    less = is_quick(text);
    return ((int (*)(program *, const char *, const char *, int, texts, texts))real("nvrtcCreateProgram"))(p, text, name, n, headers, names);
}

/* NVRTC knows the option since 12.8. */
static int quick(void)
{
    int major = 0, minor = 0;
    if (!less || !getenv("NVRTC_QUICK"))
        return 0;
    return !((int (*)(int *, int *))real("nvrtcVersion"))(&major, &minor) && 100 * major + minor >= 1208;
}

int nvrtcVersion(int *major, int *minor)
{
    if (fails("nvrtcVersion"))
        return INTERNAL_ERROR;
    int code = ((int (*)(int *, int *))real("nvrtcVersion"))(major, minor);
    if (played()) {
        *major = played() / 100;
        *minor = played() % 100;
    }
    return code;
}

/* Before 12.8 there is no sm_100. */
static int known(int *archs, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (archs[i] < 100 || !played() || played() >= 1208)
            archs[kept++] = archs[i];
    return kept;
}

static int supported(int *archs, int *count)
{
    int all[64] = {0}, n = 0;
    if (((int (*)(int *))real("nvrtcGetNumSupportedArchs"))(&n) || n > 64 || ((int (*)(int *))real("nvrtcGetSupportedArchs"))(all))
        return INTERNAL_ERROR;
    *count = known(all, n);
    if (archs)
        memcpy(archs, all, *count * sizeof *archs);
    return 0;
}

int nvrtcGetNumSupportedArchs(int *count)
{
    return fails("nvrtcGetNumSupportedArchs") ? INTERNAL_ERROR : supported(NULL, count);
}

int nvrtcGetSupportedArchs(int *archs)
{
    int n;
    return fails("nvrtcGetSupportedArchs") ? INTERNAL_ERROR : supported(archs, &n);
}

int nvrtcGetPTX(program p, char *to)
{
    if (fails("nvrtcGetPTX"))
        return INTERNAL_ERROR;
    int code = ((int (*)(program, char *))real("nvrtcGetPTX"))(p, to);
    char *version = code || !played() ? NULL : strstr(to, ".version ");
    if (version) {
        int major = played() / 100, minor = played() % 100;
        static const int of_12[] = {0, 1, 2, 3, 4, 5, 5, 6, 7, 8};
        version[9] = '0' + (major == 12 ? 8 : major - 4);
        version[11] = '0' + (major == 12 && minor < 10 ? of_12[minor] : minor);
    }
    return code;
}

int nvrtcGetCUBINSize(program p, size_t *size)
{
    if (fails("nvrtcGetCUBINSize"))
        return INTERNAL_ERROR;
    int code = ((int (*)(program, size_t *))real("nvrtcGetCUBINSize"))(p, size);
    size_t text = 0;
    if (code || !played() || nvrtcGetPTXSize(p, &text))
        return code;
    *size += strlen(behind) + text;
    return 0;
}

/* Where a table of a cubin ends. */
static size_t end(const char *cubin, int at, int size_at)
{
    unsigned long long offset;
    unsigned short sizes[2];
    memcpy(&offset, cubin + at, sizeof offset);
    memcpy(sizes, cubin + size_at, sizeof sizes);
    return offset + (size_t)sizes[0] * sizes[1];
}

int nvrtcGetCUBIN(program p, char *to)
{
    if (fails("nvrtcGetCUBIN"))
        return INTERNAL_ERROR;
    int code = ((int (*)(program, char *))real("nvrtcGetCUBIN"))(p, to);
    if (code || !played())
        return code;
    size_t programs = end(to, PROGRAMS, PROGRAM_SIZE), sections = end(to, SECTIONS, SECTION_SIZE);
    size_t size = programs > sections ? programs : sections;
    strcpy(to + size, behind);
    int arch = to[ABI] < 8 ? to[FLAGS] : to[FLAGS + 1];
    to[ABI] = played() < 1300 && (unsigned char)arch < 100 ? 7 : 8;
    to[FLAGS + (to[ABI] < 8 ? 0 : 1)] = arch;
    return nvrtcGetPTX(p, to + size + strlen(behind));
}

int nvrtcCompileProgram(program p, int n, texts options)
{
    if (fails("nvrtcCompileProgram"))
        return INTERNAL_ERROR;
    for (int i = 0; i < n; i++)
        if (!strncmp(options[i], "--gpu-architecture=", 19))
            tell(options[i] + 19);
    const char *all[MOST_OPTIONS + 1];
    if (n <= MOST_OPTIONS && quick()) {
        memcpy(all, options, n * sizeof *all);
        all[n++] = "--Ofast-compile=min";
        options = all;
    }
    int code = ((int (*)(program, int, texts))real("nvrtcCompileProgram"))(p, n, options);
    size_t said = 0;
    if (!code && getenv("NVRTC_STRICT") && !nvrtcGetProgramLogSize(p, &said) && said > 1)
        return COMPILATION_ERROR;
    return code;
}
