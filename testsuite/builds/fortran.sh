want gfortran pkg-config
export PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig"
accrs -O2 -c "$EXAMPLES/interop/scale.c"
# shellcheck disable=SC2046
gfortran -o use "$EXAMPLES/interop/use.f90" scale.o $(pkg-config --libs accrs)
on multicore ./use
says '1001000 2000'
launched 1
