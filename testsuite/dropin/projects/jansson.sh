# Jansson: autoconf and libtool, several hundred small tests.
package=jansson
packages=(make gcc autoconf automake libtool)
build() { { [ -x configure ] || autoreconf -fi; } && ./configure && make -j"$jobs"; }
check() { make check; }
passed() { grep -q '^# FAIL:  0' "$1" && grep -q '^# PASS:  [1-9]' "$1"; }
