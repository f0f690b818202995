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
