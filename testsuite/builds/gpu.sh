# What `make gpu` makes, small, on the stand-in GPU: each step's results are there and sane, a run that has no time keeps what it had, and the page says what
# it is of.
# turn: 3 of 3
want python3
nvrtc=$PREFIX/lib/accrs/libnvrtc.so.13
[ -e "$nvrtc" ] || { echo "missing: NVRTC"; exit 77; }
mkdir cuda
ln -s "$PREFIX/lib/accrs/libaccrs_gpu.so" cuda/libcuda.so.1
export ACCRS_NVRTC="$nvrtc" ACCRS_CACHE_DIR="${ACCRS_CACHE_DIR:-$ROOT/target/nvrtc-cache}" PYTHONDONTWRITEBYTECODE=1
hardware=$ROOT/testsuite/hardware
python3 "$hardware/pack.py" --accrs="$PREFIX/bin/accrs" --out="$PWD/folder" --small --only=async_wait,host_data,devices_two,several_files,memory_managed >made 2>&1 ||
    fail "$(cat made)"
[ "$(du -sk folder | cut -f 1)" -lt 20000 ] || fail "the folder has $(du -sk folder | cut -f 1) KB"

# NVIDIA's tools as they print, for what reads that: each runs the program. There is no nvcc that works, so NVRTC makes the kernels by hand.
mkdir nvidia
cat >nvidia/nvcc <<'Y'
#!/bin/sh
exit 1
Y
cat >nvidia/ncu <<'Y'
#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
log=$2
shift 2
"$@"
cat >"$log" <<'Z'
==PROF== Connected to process 1
"ID","Kernel Name","Block Size","Grid Size","dram__throughput.avg.pct_of_peak_sustained_elapsed","launch__registers_per_thread","gpu__time_duration.sum"
"","","","","%","register/thread","usecond"
"0","streams_copy_11","(128, 1, 1)","(1,024, 1, 1)","91.5","28","1,204.5"
Z
Y
cat >nvidia/compute-sanitizer <<'Y'
#!/bin/sh
while [ "$1" != --error-exitcode ]; do shift; done
shift 2
"$@"
echo "========= ERROR SUMMARY: 0 errors"
Y
chmod +x nvidia/*
PATH=$PWD/nvidia:$PATH
# cuBLAS's four functions that are called, on the host: matrices by columns, C = A B.
cat >blas.c <<'Y'
#include <dlfcn.h>
#include <stdlib.h>
typedef unsigned long long ptr;
static int (*down)(void *, ptr, size_t), (*up)(ptr, const void *, size_t), (*wait)(void *);
static void *stream;
int cublasCreate_v2(void **h)
{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
    down = dlsym(cuda, "cuMemcpyDtoH_v2"), up = dlsym(cuda, "cuMemcpyHtoD_v2"), wait = dlsym(cuda, "cuStreamSynchronize");
    return *h = &stream, 0;
}
int cublasSetStream_v2(void *h, void *s) { return *(void **)h = s, 0; }
#define GEMM(name, T)                                                                                                        \
    int name(void *h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,         \
             const T *beta, T *c, int ldc)                                                                                   \
    {                                                                                                                        \
        size_t bytes = sizeof(T) * n * n;                                                                                    \
        T *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);                                                        \
        if (!h || ta || tb || m != n || k != n || lda != n || ldb != n || ldc != n || *alpha != 1 || *beta != 0) return 7;   \
        wait(stream), down(x, (ptr)a, bytes), down(y, (ptr)b, bytes);                                                        \
        for (int j = 0; j < n; j++)                                                                                          \
            for (int i = 0; i < n; i++) {                                                                                    \
                z[j * n + i] = 0;                                                                                            \
                for (int l = 0; l < n; l++) z[j * n + i] += x[l * n + i] * y[j * n + l];                                     \
            }                                                                                                                \
        return up((ptr)c, z, bytes);                                                                                         \
    }
GEMM(cublasSgemm_v2, float)
GEMM(cublasDgemm_v2, double)
Y
cc -O2 -w -shared -fPIC -o nvidia/libcublas.so blas.c -ldl
export CUBLAS="$PWD/nvidia/libcublas.so"

# Moved, as on another machine.
mv folder there
LD_LIBRARY_PATH=$PWD/cuda sh there/run.sh 600 "$PWD/results" >said 2>&1 || fail "$(cat said)"
python3 "$hardware/sane.py" "$PWD/results" || fail "$(cat said)"

# The time is over at once, or it ends by a signal: what there is, is whole.
code=0
LD_LIBRARY_PATH=$PWD/cuda sh there/run.sh 3 "$PWD/cut" >said 2>&1 || code=$?
[ $code = 1 ] || fail "exit $code of a run that had no time: $(cat said)"
python3 "$hardware/sane.py" --cut "$PWD/cut" || fail "$(cat said)"
LD_LIBRARY_PATH=$PWD/cuda sh there/run.sh 600 "$PWD/ended" >said 2>&1 &
run=$!
while kill -0 $run 2>/dev/null && [ ! -e ended/programs.json ]; do sleep 0.05; done
kill -TERM $run
wait $run || code=$?
[ $code = 143 ] || fail "exit $code of a run that was ended: $(cat said)"
python3 "$hardware/sane.py" --cut "$PWD/ended" || fail "$(cat said)"

# The page of the stand-in says in each heading that it is one, and isn't taken for docs/. That of docs/ says that nothing is measured, as long as nothing is.
python3 "$hardware/page.py" "$PWD/results" --out="$PWD/page.md" || fail "no page"
[ "$(grep -c '^## ' page.md)" = 7 ] || fail "$(grep '^## ' page.md)"
[ "$(grep -c 'STAND-IN, NOT A GPU' page.md)" = 6 ] || fail "$(cat page.md)"
mkdir docs
! python3 "$hardware/page.py" "$PWD/results" --out="$PWD/docs/GPU.md" 2>said || fail "the stand-in's page went to docs/"
[ ! -e docs/GPU.md ] || fail "the stand-in's page is in docs/"
! grep -q 'STAND-IN' "$ROOT/docs/GPU.md" || fail "docs/GPU.md is of the stand-in"
if grep -q 'Nothing has been measured' "$ROOT/docs/GPU.md"; then
    python3 "$hardware/page.py" | diff - "$ROOT/docs/GPU.md" || fail "docs/GPU.md isn't what page.py writes"
fi
