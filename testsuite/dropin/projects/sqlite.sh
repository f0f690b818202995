# SQLite: one very large file, autoconf, code generators built on the way, tests driven by Tcl.
package=sqlite3
packages=(make gcc tcl8.6 tcl8.6-dev)
build() { ./configure --disable-readline --with-tcl=/usr/lib/tcl8.6 && make -j"$jobs" libsqlite3.la sqlite3 testfixture; }
check() { make fuzztest && ./testfixture test/select1.test && ./testfixture test/trans.test && ./testfixture test/where.test; }
passed() { [ "$(grep -c '^0 errors out of' "$1")" -ge 3 ]; }
