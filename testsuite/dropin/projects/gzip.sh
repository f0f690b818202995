# GNU gzip: autoconf, gnulib, its own test suite.
package=gzip
packages=(make gcc)
build() { ./configure && make -j"$jobs"; }
check() { make -j"$jobs" check; }
passed() { grep -q '^# FAIL:  0' "$1" && grep -q '^# ERROR: 0' "$1"; }
