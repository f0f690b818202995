# The site of docs/: each page is in it, each link leads somewhere, and the index names what --help names.
if ! make -s --no-print-directory -C "$ROOT" site SITE="$PWD/site" >made 2>&1; then
    grep -q 'could not be had' made && left_out "$(grep 'could not be had' made)"
    fail "make site: $(tail -n 20 made)"
fi
python3 "$ROOT/testsuite/packages/links.py" site "$ROOT/docs" || fail "the site's pages don't hold together"
for program in accrs accinfo accrs-prof; do
    "$ROOT/target/release/$program" --help | grep -oE '^ *(-[a-zA-Z], )?--[a-z][a-z-]*' | sed 's/.*--/--/' | sort -u >options
    [ -s options ] || fail "$program --help names no options"
    while read -r option; do
        grep -qE "^\| \`$option[=\`]" "$ROOT/docs/guide/options.md" || fail "guide/options.md lacks $program's $option"
    done <options
done
# Its search finds the page of each message, without the network.
chromium=${ACCTEST_CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$chromium" ] || { echo "left out: the site's search (missing: chromium)"; exit 0; }
python3 "$ROOT/testsuite/packages/search.py" site "$ROOT/docs" "$chromium" || fail "the site's search"
