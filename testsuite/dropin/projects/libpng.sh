# libpng: autoconf and libtool, links against zlib, its own image tests.
package=libpng1.6
packages=(make gcc zlib1g-dev autoconf automake libtool)
build() { { [ -x configure ] || autoreconf -fi; } && ./configure && make -j"$jobs"; }
check() { make -j"$jobs" check; }
passed() { grep -q '^# FAIL:  0' "$1" && grep -q '^# PASS:  [1-9]' "$1"; }
