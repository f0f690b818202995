/* An NVRTC between a program and the library that NVRTC_REAL names. The function that NVRTC_FAILS names fails. With NVRTC_STRICT a text is refused
   of which NVRTC has something to say, if only a warning. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
enum { COMPILATION_ERROR = 6, INTERNAL_ERROR = 11 };

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
FUNCTION(nvrtcGetCUBINSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetCUBIN, (program p, char *to), (p, to))
FUNCTION(nvrtcGetPTXSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetPTX, (program p, char *to), (p, to))
FUNCTION(nvrtcGetProgramLogSize, (program p, size_t *size), (p, size))
FUNCTION(nvrtcGetProgramLog, (program p, char *to), (p, to))

int nvrtcCompileProgram(program p, int n, texts options)
{
    if (fails("nvrtcCompileProgram"))
        return INTERNAL_ERROR;
    int code = ((int (*)(program, int, texts))real("nvrtcCompileProgram"))(p, n, options);
    size_t said = 0;
    if (!code && getenv("NVRTC_STRICT") && !nvrtcGetProgramLogSize(p, &said) && said > 1)
        return COMPILATION_ERROR;
    return code;
}
