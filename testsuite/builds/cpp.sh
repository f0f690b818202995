# turn: 1 of 2
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
# Called as a C++ compiler: the link is one of C++.
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
# C++ with directives, by the installed name, also where objects alone are linked.
cat >loop.cpp <<'X'
#include <iostream>
#include <vector>
int main()
{
    std::vector<int> v(1000, 1);
    int *p = v.data(), s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(p[0:1000])
    for (int i = 0; i < 1000; i++)
        s += p[i];
    std::cout << s << "\n";
}
X
accrs++ -O2 -c loop.cpp
accrs++ -o loop loop.o
on multicore ./loop
says 1000
launched 1
