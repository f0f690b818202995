/* An NVRTC of which one function fails, the one that NVRTC_FAILS names; all else is the library's that NVRTC_REAL names. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
enum { INTERNAL_ERROR = 11 };

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

#define FUNCTION(name, params, args)                       \
    int name params                                        \
    {                                                      \
        if (fails(#name))                                  \
            return INTERNAL_ERROR;                         \
        return ((int(*) params)real(#name))args;           \
    }

typedef void *program;
typedef const char *const *texts;
FUNCTION(nvrtcVersion, (int *major, int *minor), (major, minor))
FUNCTION(nvrtcGetNumSupportedArchs, (int *count), (count))
FUNCTION(nvrtcGetSupportedArchs, (int *archs), (archs))
FUNCTION(nvrtcCreateProgram, (program *p, const char *text, const char *name, int n, texts headers, texts names), (p, text, name, n, headers, names))
FUNCTION(nvrtcDestroyProgram, (program *p), (p))
FUNCTION(nvrtcCompileProgram, (program p, int n, texts options), (p, n, options))
FUNCTION(nvrtcGetCUBINSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetCUBIN, (program p, char *to), (p, to))
FUNCTION(nvrtcGetPTXSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetPTX, (program p, char *to), (p, to))
FUNCTION(nvrtcGetProgramLogSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetProgramLog, (program p, char *to), (p, to))
