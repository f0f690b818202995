want c++ pkg-config
export PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig"
cp "$EXAMPLES"/interop/scale.* "$EXAMPLES"/interop/use.cpp .
accrs -O2 -c scale.c
# shellcheck disable=SC2046
c++ -O2 -o use use.cpp scale.o $(pkg-config --libs accrs)
on multicore ./use
says '1.001e+06 2000'
launched 1
accrs -o with_accrs use.cpp scale.c -lstdc++
on multicore ./with_accrs
says '1.001e+06 2000'
launched 1
# The API from C++.
cat >api.cpp <<'X'
#include <openacc.h>
#include <cstdio>
int main() { std::printf("%d\n", acc_get_num_devices(acc_device_host) > 0); }
X
accrs -o api api.cpp -lstdc++
on multicore ./api
says 1
# Called as a C++ compiler: C files are accrs's, C++ files the host's, and the link is one of C++.
for name in nvc++ pgc++ c++; do
    ln -sf "$(command -v accrs)" "./$name"
    "./$name" -O2 -o named use.cpp scale.c
    on multicore ./named
    says '1.001e+06 2000'
    launched 1
    "./$name" -O2 -c use.cpp && "./$name" -O2 -c scale.c && "./$name" -o named use.o scale.o
    on multicore ./named
    says '1.001e+06 2000'
    launched 1
    rm "./$name"
done
# C++ with directives: a warning at the first one, and a program that runs in order.
cat >loop.cpp <<'X'
#include <iostream>
int main()
{
    int s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 10; i++)
        s += i;
    std::cout << s << "\n";
}
X
accrs -o loop loop.cpp 2>told
grep -q 'warning\[ACC0418\]: directives in C++ are not compiled' told
grep -q 'loop.cpp:5:1' told
./loop >out
grep -qx 45 out
