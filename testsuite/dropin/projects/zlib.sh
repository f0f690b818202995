# zlib: its own configure script (not autoconf's), static and shared.
package=zlib
packages=(make gcc)
build() { ./configure && make -j"$jobs"; }
check() { make test; }
passed() { grep -q 'zlib test OK' "$1" && grep -q 'zlib shared test OK' "$1"; }
