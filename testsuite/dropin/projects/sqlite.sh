# SQLite: one very large file, autoconf, code generators built on the way, tests driven by Tcl.
package=sqlite3
packages=(make gcc tcl8.6 tcl8.6-dev)
build() { ./configure --disable-readline --with-tcl=/usr/lib/tcl8.6 && make -j"$jobs" libsqlite3.la sqlite3 testfixture; }
# Its own tests (tcltest: a quarter of a million) refuse to run as root.
check() { make fuzztest && as_user make CC="$CC" tcltest; }
passed() { grep -q '^0 errors out of [1-9][0-9]\{4,\} tests' "$1"; }
