# Libraries whose constructors use their own declared variables and have constructs: opened by a program that has none, and that another compiler has linked.
cat >library.c <<'X'
static double coef[8];
#pragma acc declare create(coef)
static double first[4];
#pragma acc declare copyin(first)
static double early;
__attribute__((constructor)) static void up(void)
{
    for (int i = 0; i < 8; i++)
        coef[i] = i;
#pragma acc update device(coef)
    for (int i = 0; i < 4; i++)
        first[i] = 1;
#ifdef CONSTRUCT
    double s = 0;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 8; i++)
        s += coef[i];
    early = s;
#endif
}
double lib_sum(void);
double lib_sum(void)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 8; i++)
        s += coef[i];
    return s + 100 * early;
}
X
cat >program.c <<'X'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    void *library = dlopen("./library.so", RTLD_NOW);
    if (!library)
        return puts(dlerror()), 1;
    double (*sum)(void) = (double (*)(void))dlsym(library, "lib_sum");
    printf("%g\n", sum());
    return 0;
}
X
devices="multicore sim"
nvrtc=$PREFIX/lib/accrs/libnvrtc.so.13
if [ -e "$nvrtc" ]; then
    mkdir cuda
    ln -s "$PREFIX/lib/accrs/libaccrs_gpu.so" cuda/libcuda.so.1
    export ACCRS_NVRTC="$nvrtc" LD_LIBRARY_PATH="$PWD/cuda${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    devices="$devices nvidia"
else
    echo "left out: nvidia, without NVRTC"
fi
targets=$(echo $devices | tr ' ' ,)
accrs -O2 --acc-target=$targets -o program program.c -ldl
cc -O2 -o plain program.c -ldl
for how in NOTHING CONSTRUCT; do
    accrs -O2 --acc-target=$targets -shared -fPIC -D$how -o library.so library.c
    for device in $devices; do
        for program in ./program ./plain; do
            on $device $program
            case $how in
            NOTHING) says 28 ;;
            CONSTRUCT) says 2828 ;;
            esac
        done
    done
done
