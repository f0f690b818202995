//! 0400–0499: files, tools and the installation.

super::codes! {
NO_LIBCLANG = 400, "libclang not found", "accrs",
    "Files with OpenACC are parsed with libclang, version 17 or newer. Install it (apt, or the package libclang of PyPI), or set LIBCLANG_PATH to the folder that holds libclang.so.",
    wrong "accrs -o app app.c     # no libclang on this machine",
    right "apt install libclang1-19     # Debian 12 and 13; Ubuntu 24.04: libclang1-18\naccrs -o app app.c";
OLD_LIBCLANG = 401, "libclang can't be used", "accrs",
    "A libclang was found but is too old, or lacks functions that accrs needs. Version 17 or newer is needed.",
    wrong "LIBCLANG_PATH=/usr/lib/llvm-11/lib accrs app.c",
    right "LIBCLANG_PATH=/usr/lib/llvm-18/lib accrs app.c";
MISSING_FILE = 402, "file can't be read", "accrs",
    "A source file doesn't exist or may not be read.",
    wrong "accrs -c absent.c",
    right "accrs -c present.c";
HOST_COMPILER_FAILED = 403, "the host compiler failed", "accrs",
    "The host compiler ended with an error; its messages are above. What it refuses in your own text is an error in the program; \
     in text that accrs generated it is a defect of accrs, worth a report with --keep.",
    wrong "int main(void) { return undeclared; }",
    right "int main(void) { return 0; }";
TRUNCATED_INPUT = 404, "the file ends too soon", "accrs",
    "The file ends inside a comment, string, function or region. It was probably cut off while it was written or copied.",
    wrong "int main(void) {\n#pragma acc parallel\n{",
    right "int main(void) {\n#pragma acc parallel\n{ }\n}";
BINARY_INPUT = 405, "the file isn't text", "accrs",
    "The file holds bytes that C source can't have. It may be an object file under a wrong name, or damaged.",
    wrong "accrs -c a.out.c",
    right "accrs -c app.c";
CANNOT_WRITE = 406, "output can't be written", "accrs",
    "The output or a temporary file can't be created or written. Is the disk full, the folder missing or not yours?",
    wrong "accrs -o /absent/app app.c",
    right "accrs -o app app.c";
NO_HOST_COMPILER = 407, "host compiler not found", "accrs",
    "accrs works on top of a C compiler: ACCRS_CC, --host-cc=, or cc, and none could be run.",
    wrong "ACCRS_CC=absent accrs app.c",
    right "ACCRS_CC=gcc accrs app.c";
DEVICE_COMPILER_FAILED = 408, "a kernel was refused by the device's compiler", "accrs",
    "NVRTC refused generated CUDA. This is a defect of accrs: please report it with the .acc.cu file that is kept. NVRTC reads the kernels when a \
     file is compiled, where it is found; --acc-verify=false leaves that to the program's first run.",
    wrong "accrs --acc-target=nvidia app.c",
    right "accrs --acc-target=multicore app.c";
PARSE_FAILED = 409, "libclang can't parse the file", "accrs",
    "libclang gave up on the file: it may be cut off, binary, or in need of an option that it doesn't know.",
    wrong "accrs -c garbage.c",
    right "accrs -c app.c";
INTERNAL = 410, "internal error", "accrs",
    "The compiler found its own data inconsistent and stopped rather than give a wrong result. Please report the program that caused it.",
    wrong "accrs -c program.c     # a defect of accrs",
    right "accrs -fno-openacc -c program.c     # compiles without OpenACC";
OPTION_WITHOUT_EFFECT = 411, "an option has no effect", "accrs",
    "An option of the host compiler's, or a word of nvc's, pgcc's or gcc's for OpenACC, is accepted so that a Makefile needs no change, \
     but changes nothing here, or nothing in GPU kernels. The note says why, and what to use instead.",
    wrong "accrs -gpu=managed -c app.c",
    right "accrs -c app.c     # with data clauses";
ARCHITECTURE_LATER = 412, "kernels are not compiled for the GPU that was asked for", "accrs",
    "The NVRTC on this machine doesn't compile for a GPU so old, or there is none. The program holds the CUDA text of its kernels, \
     and compiles it when it runs on a GPU, with the NVRTC that is found there. NVRTC of CUDA 13 compiles for sm_75 and newer, that of \
     CUDA 12 for sm_50, that of CUDA 11 for sm_35; ACCRS_NVRTC names the library, for the build and for the program.",
    wrong "accrs -ta=tesla:cc35 -c app.c",
    right "accrs -c app.c     # compiled for the GPU that is there at run time";
CUDA_SOURCE = 413, "a CUDA source can't be taken", "accrs",
    "A .cu file on accrs's command line holds functions that OpenACC constructs call on GPUs: `extern \"C\" __device__`, with numbers and pointers as \
     arguments, and what these need. Kernels of CUDA's own, and functions of the host, are nvcc's to compile.",
    wrong "__global__ void fill(double *a) { a[threadIdx.x] = 1; }",
    right "extern \"C\" __device__ double one(void) { return 1; }";
HEADER_IN_PLACE = 414, "a header's text takes the place of its #include", "accrs",
    "With --emit=openmp the file is printed with OpenMP in place of OpenACC. A header that holds constructs can't be changed, since other files may \
     include it; so its text, changed, is put where the file includes it. Other files that include it are converted by themselves.",
    wrong "accrs --emit=openmp app.c -o app_omp.c     # app.c has: #include \"loops.h\"",
    right "/* loops.h */\nvoid sweep(float *a, int n);     // the constructs in a C file of their own";
NOT_PUT_BACK = 415, "OpenMP can't be put into the user's own file", "accrs",
    "--emit=openmp changes the file as it was written, with its macros and comments, and checks the result: preprocessed again, it must be what was \
     analysed. Here it isn't, mostly because of a macro whose text depends on where it is used, a header that is included in several ways, or '#line'. \
     The preprocessed file can always be converted.",
    wrong "accrs --emit=openmp app.c -o app_omp.c     # app.c has: #line 1 \"app.y\"",
    right "accrs -E app.c -o app.i\naccrs --emit=openmp app.i -o app_omp.i";
MORE_ERRORS = 416, "there are more errors than are shown", "accrs",
    "After 100 errors in one file the rest isn't shown: they mostly come from the first ones. `-fmax-errors=n` (gcc's) and `-ferror-limit=n` (clang's) \
     say how many are wanted, and 0 shows all.",
    wrong "accrs -c app.c     # a declaration is missing, and used a thousand times",
    right "accrs -fmax-errors=1 -c app.c     # the first error alone";
FOR_THIS_MACHINE = 417, "-fast compiles for this machine's processor", "accrs",
    "nvc's `-fast` (and `-fastsse`) means the processor that compiles, and so it does here: `-march=native` for the host compiler, beside `-O3`. \
     The program may stop with SIGILL on an older processor. A `-march=`, `-mcpu=` or `-tp=` of your own is taken instead, wherever it is on the command line.",
    wrong "accrs -fast -o app app.c     # for machines of several kinds",
    right "accrs -fast -tp=haswell -o app app.c";
OTHER_LANGUAGE = 418, "directives in Fortran are not compiled", "accrs",
    "accrs compiles the OpenACC directives of C and C++. A Fortran file goes to the host's compiler as it is: its constructs run sequentially on the host, \
     and its data directives move nothing. The warning is at the file's first directive, and is an error with --acc-strict.",
    wrong "! sum.f90\n!$acc parallel loop reduction(+:s)\ndo i = 1, n\n    s = s + a(i)\nend do",
    right "/* sum.c, called from Fortran by bind(c) */\n#pragma acc parallel loop reduction(+ : s)\nfor (int i = 0; i < n; i++)\n    s += a[i];";
NEARLY_ACC = 419, "a pragma that is nearly OpenACC's", "accrs",
    "Compilers ignore pragmas that they don't know. This one looks like a directive with another word in the place of `acc`, which must be in lower case. So \
     the line was probably meant to be a directive, and without it the loop would run sequentially on the host.",
    wrong "#pragma ac parallel loop\nfor (int i = 0; i < n; i++)\n    a[i] = 0;",
    right "#pragma acc parallel loop\nfor (int i = 0; i < n; i++)\n    a[i] = 0;";
ROUTINE_NOWHERE = 420, "no file defines a function for devices", "OpenACC 3.3 §2.15.1",
    "A construct calls a function that is declared with `routine`, so another file is to have it for devices. The definition there has no `routine` of its own, or the \
     file was compiled by another compiler, or for other devices. Every file that declares or defines such a function needs the directive; a header \
     that all of them include is the best place.",
    wrong "/* f.c */\ndouble f(double x) { return 2 * x; }",
    right "/* f.c */\n#pragma acc routine seq\ndouble f(double x) { return 2 * x; }";
OTHER_LIBC = 421, "the program's C library isn't glibc", "accrs",
    "accrs's runtime, which programs with constructs contain, is made for glibc, and so is the OpenMP library of gcc on such systems. A link against musl lacks functions of both. \
     `--emit=openmp` writes the program for other compilers: it needs nothing of accrs, and runs in parallel where these have an OpenMP library for musl.",
    wrong "accrs --host-cc=musl-gcc -o app app.c",
    right "accrs --emit=openmp app.c > app_omp.c\nmusl-gcc -o app app_omp.c";
}
