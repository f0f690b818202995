# Compiles and links against cuBLAS; runs where there is a GPU.
want python3
root=${ACCRS_WHEELS:?}
[ -e "$root/nvidia/cu13/include/cublas_v2.h" ] || { echo "missing: cuBLAS headers (PyPI: nvidia-cublas)"; exit 77; }
accrs -O2 -Wall -isystem "$root/nvidia/cu13/include" -isystem "$root/nvidia/cu13/include/cccl" -o cublas "$EXAMPLES/interop/cublas.c" \
    "$root"/nvidia/cu13/lib/libcublas.so.* -Wl,-rpath,"$root/nvidia/cu13/lib" -Wl,--allow-shlib-undefined
# The library's own half is 500 MB more, which only machines with CUDA have.
ldd ./cublas | grep -q 'not found' && exit 0
code=0
./cublas >out 2>err || code=$?
case $code in
    0) says '3 2001' ;;
    77) grep -q 'no GPU can be used' err || fail "$(cat err)" ;;
    *) fail "exit $code: $(cat err)" ;;
esac
