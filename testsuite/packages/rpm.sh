# The RPM: what it holds is what is installed, and it asks for what accrs needs.
command -v rpmbuild >/dev/null 2>&1 || left_out "missing: rpmbuild (Debian's package rpm)"
# Compressing takes most of its time.
ACCRS_RPM_PAYLOAD=w1.gzdio sh "$ROOT/scripts/packaging/rpm/rpm.sh" "$PWD/dist" >made 2>made.err || fail "make rpm: $(tail -n 20 made made.err)"
file=$(tail -n 1 made)
rpm -qp --qf '%{NAME} %{ARCH} %{LICENSE}\n' "$file" >head
[ "$(cat head)" = "accrs $(uname -m) MIT OR Apache-2.0" ] || fail "$(cat head)"
rpm -qpR "$file" >needs
for need in binutils 'clang-libs >= 17' '(gcc or clang)' 'libgomp.so.1()(64bit)'; do grep -qxF "$need" needs || fail "doesn't ask for $need: $(cat needs)"; done
if rpm -qp --provides "$file" | grep '\.so'; then fail "offers libraries of its own to others"; fi
make -s --no-print-directory -C "$ROOT" install-files PREFIX=/usr DESTDIR="$PWD/plain" BUNDLE=no >installed 2>&1 || fail "$(cat installed)"
rm -r plain/usr/share/modulefiles
(cd plain && find . ! -type d | sed 's/^\.//' | LC_ALL=C sort) >wanted
rpm -qp --qf '[%{FILEMODES:perms} %{FILENAMES}\n]' "$file" | sed -n '/^d/!s/^[^ ]* //p' | sed 's/\.gz$//' | LC_ALL=C sort >held
diff wanted held >differ || fail "$(cat differ)"
rpm -qpd "$file" | grep -q guide/installing.md || fail "no guide among its documents"
