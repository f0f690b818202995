want pkg-config gcc
export PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig"
accrs -O2 -c "$EXAMPLES/heat/heat.c"
# shellcheck disable=SC2046
gcc -O2 $(pkg-config --cflags accrs) -o heat "$EXAMPLES/heat/main.c" heat.o $(pkg-config --libs accrs) -lm
heat_runs ./heat
