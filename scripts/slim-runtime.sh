#!/bin/sh
# Makes the runtime quick to link: cargo's libaccrt.a holds all of Rust's library in hundreds of objects (26 MB, and
# 70 ms of each link). This leaves one object with what the runtime needs, whose only global symbols are the
# API's and the ABI's, so that no name of Rust's can clash with a user's.
#
# Beside it comes libaccrt_managed.a, for programs whose allocations are managed memory: the same, with C's allocation functions
# (runtime/include/managed.c) before the C library's. The linker's --wrap must not reach the runtime's own calls of these.
#
# usage: slim-runtime.sh IN.a OUT.a
set -eu
in=$1 out=$2 managed=${2%.a}_managed.a
hooks=$(dirname "$0")/../runtime/include/managed.c
[ -f "$out" ] && [ ! "$in" -nt "$out" ] && [ -f "$managed" ] && [ ! "$in" -nt "$managed" ] && [ ! "$hooks" -nt "$managed" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm --defined-only --extern-only "$in" 2>/dev/null | awk '$3 ~ /^(acc_|__accrs_|ompt_|goacc_|GOMP_task$|pthread_getaffinity_np$)/ { print $3 }' | sort -u > "$work/symbols"
[ -s "$work/symbols" ] || { echo "slim-runtime: no symbols in $in" >&2; exit 1; }
cat > "$work/join.ld" <<'LD'
SECTIONS {
    .text : { *(.text .text.*) }
    .rodata : { *(.rodata .rodata.*) }
    .data.rel.ro : { *(.data.rel.ro .data.rel.ro.*) }
    .gcc_except_table : { *(.gcc_except_table .gcc_except_table.*) }
    .tdata : { *(.tdata .tdata.*) }
    .tbss : { *(.tbss .tbss.*) }
    .data : { *(.data .data.*) }
    .bss : { *(.bss .bss.*) }
}
LD
# shellcheck disable=SC2046
ld -r --gc-sections $(sed 's/^/-u /' "$work/symbols") -o "$work/all.o" "$in"
ld -r -T "$work/join.ld" -o "$work/accrt.o" "$work/all.o"
# These come before those of libgomp.so and libc.so, and give way to those of a libgomp.a and a libc.a.
objcopy --strip-debug --weaken-symbol=GOMP_task --weaken-symbol=pthread_getaffinity_np --keep-global-symbols="$work/symbols" --remove-section .llvmbc --remove-section .llvmcmd "$work/accrt.o"
mkdir -p "$(dirname "$out")"
(cd "$work" && ar rcs slim.a accrt.o)
for name in malloc calloc realloc aligned_alloc posix_memalign memalign valloc reallocarray; do
    echo "$name __real_$name"
done > "$work/real"
objcopy --redefine-syms="$work/real" "$work/accrt.o" "$work/accrt_managed.o"
${CC:-cc} -O2 -fPIC -c "$hooks" -o "$work/managed.o"
(cd "$work" && ar rcs managed.a accrt_managed.o managed.o)
# Several may do this at once: each has a name of its own, and the last step is one.
so=${in%.a}.so
if [ -f "$so" ]; then
    cp -p "$so" "${out%.a}.so.$$"
    mv "${out%.a}.so.$$" "${out%.a}.so"
fi
mv "$work/managed.a" "$managed.$$"
mv "$managed.$$" "$managed"
mv "$work/slim.a" "$out.$$"
mv "$out.$$" "$out"
