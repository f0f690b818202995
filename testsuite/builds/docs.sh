# Every command of the guide and of the README: a block ```c NAME is a file, a block ```sh is run, page by
# page, each in a folder of its own. A block ```cuda NAME is what the file NAME of the page becomes, without the helpers.
want make cmake meson ninja mpicc.mpich
root=$EXAMPLES/..
for page in "$root"/docs/guide/*.md "$root/README.md"; do
    name=$(basename "$page" .md)
    mkdir "$name"
    awk -v folder="$name" '
        /^```c [^ ]+$/ { file = folder "/" $2; next }
        /^```cuda$/ { file = folder "/shown.cu"; next }
        /^```cuda [^ ]+$/ { file = folder "/" $2 ".kernels"; next }
        /^```sh$/ { file = folder "/commands"; next }
        /^```/ { file = ""; next }
        file != "" { print > file }' "$page"
    for shown in "$name"/*.kernels; do
        [ -e "$shown" ] || continue
        file=$(basename "$shown" .kernels)
        (cd "$name" && accrs --emit=cuda "$file" | awk -v "first=// $file:" 'index($0, first) == 1 { p = 1 } p' | diff - "$file.kernels") ||
            fail "$page: the kernels of $file are other ones"
        kernels=yes
    done
    [ -e "$name/commands" ] || continue
    (cd "$name" && sh -eu commands >output 2>&1) || fail "$page: $(tail -n 15 "$name/output")"
done
# The README shows what its own example becomes.
(cd README && accrs --emit=cuda blur.c | diff - shown.cu) || fail "README.md: blur.c's kernel is another one"
# What the pages say of transfers.
(cd data && ACCRS_STATS=$STATS ACC_DEVICE_TYPE=sim ./relax >/dev/null)
[ "$(figure uploads) $(figure downloads)" = "1 1" ] || fail "data.md: $(cat "$STATS")"
[ -x getting-started/saxpy ] || fail "no page was run"
[ -n "${kernels:-}" ] || fail "no page's kernels were compared"
