# Every command and link of the guide and of the README: a block ```c NAME (or ```python NAME) is a file, a block ```sh is run, page by
# page, each in a folder of its own. A block ```cuda NAME is what the file NAME of the page becomes, without the helpers.
# The lines of blocks ```text printed (or ```cuda printed, ```diff printed) are printed by the page's commands, in this
# order; "…" stands for any text.
want make cmake meson ninja mpicc.mpich

# Headings as the places that links name.
places() { # page
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | LC_ALL=C sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# Links between the pages lead somewhere. What stands in blocks of code and in comments is none.
root=$EXAMPLES/..
for page in "$root"/docs/*.md "$root"/docs/guide/*.md "$root"/*.md; do
    sed '/^ *```/,/^ *```/d; /^<!--.*-->/d; /^<!--/,/-->/d' "$page" | grep -o '](\([^:()]*\))' | sed 's/^](//; s/)$//' | sort -u >links || continue
    while read -r link; do
        file=$(dirname "$page")/${link%%#*}
        [ "${link#\#}" = "$link" ] || file=$page
        [ -e "$file" ] || fail "$page: $link isn't there"
        case $link in *#*) places "$file" | grep -qxF -- "${link#*#}" || fail "$page: no heading for $link" ;; esac
    done <links
done

turn=${ACCTEST_TODAY-}
for page in "$root"/docs/guide/*.md "$root/README.md"; do
    name=$(basename "$page" .md)
    # A quarter of the pages each day, and those always that are looked at once more below.
    case ${turn:+$(((turn += 1) % 4))} in
    1 | 2 | 3) case $name in data | getting-started) ;; *) continue ;; esac ;;
    esac
    page_files "$page" "$name"
    for shown in "$name"/*.kernels; do
        [ -e "$shown" ] || continue
        file=$(basename "$shown" .kernels)
        (cd "$name" && accrs --emit=cuda "$file" | awk -v "first=// $file:" 'index($0, first) == 1 { p = 1 } p' | diff - "$file.kernels") ||
            fail "$page: the kernels of $file are other ones"
        kernels=yes
    done
    [ -e "$name/commands" ] || continue
    if [ "$name" = python ]; then
        PYTHONPATH=$PREFIX/lib/accrs/python:$ROOT/.accrs/numpy ACCRS_CACHE_DIR=$PWD/cache PYTHONDONTWRITEBYTECODE=1
        export PYTHONPATH ACCRS_CACHE_DIR PYTHONDONTWRITEBYTECODE
        python3 -c 'import numpy' 2>/dev/null || { echo "left out: python.md, without numpy (PyPI)"; continue; }
    fi
    # A page says itself where the examples are.
    (cd "$name" && unset EXAMPLES && sh -eu commands >output 2>&1) || fail "$page: $(tail -n 15 "$name/output")"
    [ -e "$name/printed" ] || continue
    as_printed "$name/output" "$name/printed" || fail "$page shows what its commands don't print"
    printed=yes
done
# What the pages say of transfers.
(cd data && ACCRS_STATS=$STATS ACC_DEVICE_TYPE=sim ./relax >/dev/null)
[ "$(figure uploads) $(figure downloads)" = "1 1" ] || fail "data.md: $(cat "$STATS")"
[ -x getting-started/saxpy ] || fail "no page was run"
[ -n "${kernels:-$turn}" ] || fail "no page's kernels were compared"
[ -n "${printed:-$turn}" ] || fail "no page's output was compared"
