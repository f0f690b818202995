#!/bin/sh
# An RPM of what is built: FOLDER/accrs-VERSION-1.ARCH.rpm. Its files have the time of SOURCE_DATE_EPOCH, else of the last commit. ACCRS_RPM_PAYLOAD says how it is
# compressed, in rpmbuild's words (w9.gzdio).
#
# usage: rpm.sh FOLDER
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$top"
command -v rpmbuild >/dev/null 2>&1 || { echo "make rpm: rpmbuild is missing (Debian's package rpm, Fedora's rpm-build)" >&2; exit 1; }
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' Cargo.toml)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
rpmbuild -bb --quiet --with built --define "checkout $top" --define "accrs_version $version" --define "_topdir $work" --define "_rpmdir $work/out" --dbpath "$work/db" \
    --define "_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm" --define "clamp_mtime_to_source_date_epoch 1" --define "use_source_date_epoch_as_buildtime 1" \
    --define "_buildhost accrs" --define "_binary_payload ${ACCRS_RPM_PAYLOAD:-w9.gzdio}" --nodeps scripts/packaging/rpm/accrs.spec >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
mv "$work"/out/*.rpm "$out/"
echo "$out/$(cd "$work" && ls "$out" | grep "^accrs-$version-1.*\.rpm$" | tail -n 1)"
