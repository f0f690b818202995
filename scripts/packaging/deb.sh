#!/bin/sh
# A Debian package of what is built: FOLDER/accrs_VERSION_ARCH.deb.
#
# libclang and a compiler are other packages, which this one depends on; NVRTC is in no package of Debian's main archive, and is left to whoever has a GPU.
# Who it is from: DEBFULLNAME and DEBEMAIL, else git's user, unless that is an example's. Its files have the time of SOURCE_DATE_EPOCH, else of the last commit.
#
# usage: deb.sh FOLDER
#        deb.sh --maintainer    says who it would be from, and makes nothing
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
if [ "$1" != --maintainer ]; then
    mkdir -p "$1"
    out=$(cd "$1" && pwd)
fi
cd "$top"
name=${DEBFULLNAME:-$(git config user.name 2>/dev/null || echo accrs)}
mail=${DEBEMAIL:-$(git config user.email 2>/dev/null || true)}
# An example's address would lead whoever installs the package astray.
if [ -z "${DEBEMAIL:-}" ]; then
    case $mail in
    *@*.example | *@example.* | *@*.example.* | *@*.invalid | *@localhost | you@* | "")
        name=${DEBFULLNAME:-accrs} mail="root@$(uname -n)"
        echo "make deb: its maintainer is $name <$mail>; DEBFULLNAME and DEBEMAIL name another" >&2
        ;;
    esac
fi
[ "$1" != --maintainer ] || { echo "$name <$mail>"; exit 0; }
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture strip gzip; do
    command -v $tool >/dev/null 2>&1 || { echo "make deb: $tool is missing (Debian's packages dpkg-dev and binutils)" >&2; exit 1; }
done
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
control=$root/DEBIAN
doc=$root/usr/share/doc/accrs
from=scripts/packaging/deb
version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' Cargo.toml)
arch=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

mkdir -p "$control"
chmod 755 "$root"
make -s install-files DESTDIR="$root" PREFIX=/usr BUNDLE=no
programs="$root/usr/bin/accrs $root/usr/bin/accinfo $root/usr/bin/accrs-prof"
libraries="$root/usr/lib/accrs/libaccrt.so $root/usr/lib/accrs/libaccrs_gpu.so"
# shellcheck disable=SC2086
strip --strip-unneeded --remove-section=.comment --remove-section=.note $programs $libraries
chmod 644 $libraries
for archive in "$root"/usr/lib/accrs/*.a; do strip --strip-debug --enable-deterministic-archives "$archive"; done

# What Debian wants under names of its own. Modules are for what isn't in PATH anyway.
rm -r "$root/usr/share/modulefiles"
rm "$doc"/LICENSE-*
sed "s/@YEAR@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y)/" $from/copyright >"$doc/copyright"
python3 scripts/packaging/notices.py >"$doc/THIRD-PARTY.txt"
cat >"$doc/changelog" <<X
accrs ($version) unstable; urgency=medium

  * accrs $version. CHANGELOG.md beside this file says what is in it.

 -- $name <$mail>  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
X
gzip -9n "$doc/changelog" "$doc/THIRD-PARTY.txt" "$root"/usr/share/man/man1/*.1
# Where pkg-config looks for what one architecture has.
multiarch=$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
mkdir "$multiarch"
mv "$root/usr/lib/pkgconfig" "$multiarch/"

# The C library and others that the programs were linked with, in the versions that they need.
mkdir "$work/debian"
printf 'Source: accrs\n\nPackage: accrs\nArchitecture: any\n' >"$work/debian/control"
# shellcheck disable=SC2086
depends=$(cd "$work" && dpkg-shlibdeps -O $programs $libraries | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "make deb: dpkg-shlibdeps names no libraries" >&2; exit 1; }
size=$(du -ks --exclude=DEBIAN "$root" | cut -f1)
sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$size/; s/@DEPENDS@/$depends/; s/@MAINTAINER@/$name <$mail>/" $from/control >"$control/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$control/md5sums"
chmod 644 "$control"/*
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/accrs_${version}_$arch.deb" >/dev/null
echo "$out/accrs_${version}_$arch.deb"
