# The Debian package on a clean Debian 12: what it needs comes with it, an ordinary user's programs run on the cores and on sim, nothing of it stays when it
# goes. It is installed as the container file does it. Debian's base and the packages of others are kept under .accrs/packages, since they come from a mirror.
# turn: 1 of 3

# Whom it names where nobody has said: git's user, and nobody's example.
from() { # name and address of git's, then variables
    gits_name=$1 gits_mail=$2
    shift 2
    env -u DEBFULLNAME -u DEBEMAIL GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0="$gits_name" \
        GIT_CONFIG_KEY_1=user.email GIT_CONFIG_VALUE_1="$gits_mail" "$@" sh "$ROOT/scripts/packaging/deb.sh" --maintainer 2>said
}
is_from() { [ "$1" = "$2" ] || fail "the package would be from $1, not from $2"; }
is_from "$(from 'A. Person' person@university.edu)" 'A. Person <person@university.edu>'
for mail in you@university.edu a@b.example a@example.com a@example.org a@host.invalid root@localhost ''; do
    is_from "$(from 'Your Name' "$mail")" "accrs <root@$(uname -n)>"
    grep -q 'DEBFULLNAME and DEBEMAIL name another' said || fail "says $(cat said)"
done
is_from "$(from 'Your Name' '' DEBFULLNAME=B DEBEMAIL=b@example.com)" 'B <b@example.com>'

[ "$(id -u)" = 0 ] || left_out "not root: no Debian to install the package in"
for tool in dpkg-deb dpkg-shlibdeps debootstrap unshare chroot; do
    command -v $tool >/dev/null 2>&1 || left_out "missing: $tool"
done
unshare --mount --pid --fork true 2>/dev/null || left_out "no namespaces here to mount /proc of another Debian in"
# A file of this folder, which may be anywhere, must be reached by the other Debian's users.
chmod 755 .
deb=$(make_package deb)

# Of the control file.
field() { dpkg-deb -f "$deb" "$1"; }
[ "$(field Package) $(field Architecture)" = "accrs $(dpkg --print-architecture)" ] || fail "$(dpkg-deb -I "$deb")"
[ "$(field Maintainer)" = "A. Packager <packager@packages.example>" ] || fail "from $(field Maintainer)"
field Depends | grep -q 'libc6 (>= 2\.[0-9]*)' || fail "depends on $(field Depends)"
dpkg-deb -c "$deb" | awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--|lrwxrwxrwx)$/' >odd
[ ! -s odd ] || fail "$(cat odd)"

cache=$ROOT/.accrs/packages
base=$cache/bookworm.tar
if [ ! -s "$base" ]; then
    mkdir -p "$cache"
    debootstrap --variant=minbase bookworm "$PWD/base" >bootstrap 2>&1 || left_out "no Debian to be had (debootstrap: $(tail -n 1 bootstrap))"
    # Nobody sees half a file.
    tar -C base -cf "$base.$$" . && mv "$base.$$" "$base"
    rm -rf base
fi
mkdir root
tar -C root -xf "$base"
# In the other Debian, with a /proc of its own; what is left running ends with it.
within() { # command...
    unshare --mount --pid --fork --kill-child sh -euc 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"' sh "$PWD/root" "$@"
}
cp /etc/resolv.conf root/etc/ 2>/dev/null || true
within apt-get update >update 2>&1 || left_out "Debian's mirror doesn't answer: $(tail -n 1 update)"
[ ! -d "$cache/archives" ] || cp "$cache"/archives/*.deb root/var/cache/apt/archives/ 2>/dev/null || true
within sh -c 'find / -xdev -path /proc -prune -o -print' | LC_ALL=C sort >before

# The last stage of the container file: what it copies, and each of its RUN lines.
sed -n '/^FROM debian:12-slim/,$p' "$ROOT/scripts/packaging/Containerfile" >stage
to=$(sed -n 's/^COPY --from=build [^ ]* \(.*\)$/\1/p' stage)
cp "$deb" "root$to"
sed -n 's/^RUN //p' stage >lines
[ -s lines ] && [ -n "$to" ] || fail "the container file has no stage to carry out"
while read -r line; do
    within sh -c "$line" </dev/null >installed 2>&1 || fail "$line: $(tail -n 15 installed)"
done <lines
mkdir -p "$cache/archives"
cp -n root/var/cache/apt/archives/*.deb "$cache/archives/" 2>/dev/null || true

# An ordinary user's programs.
within useradd --create-home --shell /bin/sh user
as_user() { within su user -c "cd && $1" >out 2>err || fail "$1: $(cat out err)"; }
as_user 'cp -r /usr/share/accrs/examples/heat . && cd heat && accrs -O2 -Wall -Werror --acc-target=multicore,sim -o heat main.c heat.c -lm'
for device in multicore sim; do
    as_user "cd heat && ACC_DEVICE_TYPE=$device ACCRS_STATS=stats ./heat"
    says 'middle 25.225018, last change 0.025250'
    STATS=root/home/user/heat/stats
    launched 1000
done
as_user 'accinfo'
grep -q 'libclang .*clang version' out || fail "accinfo: $(cat out)"
as_user 'accrs --version'
grep -q '^accrs 0' out || fail "$(cat out)"
[ -s root/usr/share/man/man1/accrs.1.gz ] || fail "no manual page"
# The guide's first session, as it is written.
page_files "$ROOT/docs/guide/first-session.md" root/home/user/session
within chown -R user: /home/user/session
as_user 'cd session && sh -eu commands 2>&1'
as_printed out root/home/user/session/printed || fail "the first session prints something else: $(cat out)"
pages_hold root/usr

# And it goes.
within dpkg -L accrs | grep -v '^/\.$' | LC_ALL=C sort >owned
within apt-get purge -y accrs >purged 2>&1 || fail "$(tail -n 10 purged)"
within sh -c 'find / -xdev -path /proc -prune -o -print' | LC_ALL=C sort >after
LC_ALL=C comm -13 before after | LC_ALL=C comm -12 - owned | while read -r path; do
    within dpkg -S "$path" >/dev/null 2>&1 || echo "$path"
done >stays
[ ! -s stays ] || fail "stays behind: $(cat stays)"
if grep accrs after | grep -v '^/home/'; then fail "stays behind"; fi

# Debian's own checks.
if command -v lintian >/dev/null 2>&1; then
    lintian --allow-root --fail-on error,warning "$deb" >lint 2>&1 || fail "lintian: $(cat lint)"
else
    echo "left out: what lintian says of it, which is missing"
fi
