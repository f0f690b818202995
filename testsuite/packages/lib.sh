# What the scripts of packages/ share, besides what builds/lib.sh has. Each runs in an empty folder of its own, with
#   ROOT  the checkout
# Exit 77: not to be done here; the last line says why. Lines `left out: ...` are shown.

left_out() { echo "$*"; exit 77; }

# A package made of what is built, as `make deb` and `make wheel` make it; without cargo, which would put other files in the place of the programs that run the tests.
make_package() { # deb or wheel: prints the file
    case $1 in
        deb) DEBFULLNAME="A. Packager" DEBEMAIL=packager@packages.example sh "$ROOT/scripts/packaging/deb.sh" "$PWD/dist" ;;
        wheel) python3 "$ROOT/scripts/packaging/wheel.py" "$PWD/dist" ;;
    esac >made 2>made.err || fail "make $1: $(tail -n 20 made made.err)"
    file=$(tail -n 1 made)
    [ -s "$file" ] || fail "make $1 leaves no file '$file': $(cat made made.err)"
    echo "$file"
}

# Each relative link of the pages of an installation leads to a page of it. What stands in blocks of code and in comments is none.
pages_hold() { # prefix
    pages=$1/share/doc/accrs
    for page in "$pages"/*.md "$pages"/guide/*.md; do
        for link in $(sed '/^ *```/,/^ *```/d; /^<!--.*-->/d; /^<!--/,/-->/d' "$page" | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^https*:' | sort -u); do
            [ -e "$(dirname "$page")/$link" ] || fail "$page: no '$link'"
        done
    done
    [ -s "$pages/guide/building.md" ] || fail "no guide in $pages"
}
