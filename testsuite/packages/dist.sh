# A release, and the recipes beside it. Copying all crates takes ten seconds of the disk, so only the recipes are looked at each time.
# By hand, with the network: ACCTEST_RELEASE=1 target/release/acctest packages dist    also makes the release, and cargo reads it with nothing at home;
#                            ACCTEST_RELEASE=build ...                                 builds accrs from it as well (minutes).
version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' "$ROOT/Cargo.toml")
for recipe in package.py accrs.eb recipe.yaml; do sed "s/@VERSION@/$version/; s/@SHA256@/$(printf '%064d' 7)/" "$ROOT/scripts/packaging/recipes/$recipe.in" >$recipe; done
# What each recipe calls is there: the recipes run with stand-ins for the words of Spack and EasyBuild.
python3 - "$version" "$ROOT/Makefile" >called <<'X' || fail "a recipe isn't read: $(cat called)"
import re, sys, types

version, makefile = sys.argv[1], open(sys.argv[2]).read()
targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
variables = set(re.findall(r"(?m)^([A-Z]+) [?:]?=", makefile))


def calls(words):
    unknown = [w for w in words if w.split("=")[0] not in targets | variables]
    assert words and not unknown, f"make has no {unknown}"


# Spack
class Package:
    pass


class Word:
    def __getattr__(self, name):
        return Word()

    def __getitem__(self, name):
        return Word()

    def __call__(self, *words, **more):
        return Word()

    def __str__(self):
        return "word"


found = {"needs": {}, "versions": {}, "made": []}
stand_in = types.ModuleType("spack.package")
stand_in.__dict__.update(
    Package=Package,
    license=lambda name: None,
    version=lambda name, sha256: found["versions"].update({name: sha256}),
    variant=lambda name, default, description: None,
    depends_on=lambda name, **more: found["needs"].update({re.split(r"[@+ ]", name)[0]: more}),
    conflicts=lambda name, msg: None,
    make=lambda *words: found["made"].append(words),
    make_jobs=2,
    find_libraries=lambda name, root, shared, recursive: [f"/{name}.so"],
)
sys.modules["spack"] = types.ModuleType("spack")
sys.modules["spack.package"] = stand_in
scope = {}
exec(compile(open("package.py").read(), "package.py", "exec"), scope)
package = scope["Accrs"]()
assert list(found["versions"]) == [version] and f"accrs-{version}.tar.gz" in package.url
assert {"rust", "llvm", "isl", "binutils", "gmake"} <= set(found["needs"]), found["needs"]
package.install(Word(), "/prefix")
assert [w[0] for w in found["made"]] == ["compile", "install-files"] and "PREFIX=/prefix" in found["made"][1]
for words in found["made"]:
    calls(words)
package.spec = package.prefix = Word()
package.setup_run_environment(Word())

# EasyBuild
scope = {"SOURCE_TAR_GZ": "%(name)s-%(version)s.tar.gz"}
exec(compile(open("accrs.eb").read(), "accrs.eb", "exec"), scope)
assert (scope["name"], scope["version"]) == ("accrs", version) and len(scope["checksums"][0]) == 64
calls(scope["buildopts"].split())
calls(scope["install_cmd"].split()[1:] + scope["installopts"].split())

# conda; Python brings no YAML.
text = open("recipe.yaml").read()
lines = re.findall(r"(?m)^    - make (.*)$", text)
assert len(lines) == 2 and f'version: "{version}"' in text
for line in lines:
    calls([w for w in re.sub(r"\$\{[^}]*\}", "2", line).split()])
try:
    import yaml
except ImportError:
    pass
else:
    recipe = yaml.safe_load(text)
    assert recipe["schema_version"] == 1 and recipe["requirements"]["run"][0] == "libclang >=17", recipe
X
[ "$(sed -n 's/^%{!?accrs_version:%global accrs_version \(.*\)}$/\1/p' "$ROOT/scripts/packaging/rpm/accrs.spec")" = "$version" ] || fail "accrs.spec has another version"

[ -n "${ACCTEST_RELEASE:-}" ] || { echo "left out: the release itself (ACCTEST_RELEASE=1)"; exit 0; }
sh "$ROOT/scripts/packaging/dist.sh" "$PWD/dist" >made 2>err || { grep -q 'could not be had' err && left_out "$(tail -n 1 err)"; fail "$(tail err)"; }
(cd dist && sha256sum -c --quiet accrs-*.sha256) || fail "another checksum"
grep -qF "$(cut -d ' ' -f 1 dist/accrs-*.sha256)" dist/spack/packages/accrs/package.py || fail "the recipe has another checksum"
tar -xzf "dist/accrs-$version.tar.gz"
cd "accrs-$version"
mkdir ../home
CARGO_HOME=$PWD/../home CARGO_NET_OFFLINE=true
export CARGO_HOME CARGO_NET_OFFLINE
cargo metadata --locked --format-version 1 >../metadata 2>../err || fail "$(tail ../err)"
# Nothing of it comes from elsewhere.
[ "$(find "$CARGO_HOME" -name '*.crate' | wc -l)" = 0 ] || fail "crates were fetched"
[ "$ACCTEST_RELEASE" = build ] || exit 0
make -s install PREFIX="$PWD/../prefix" BUNDLE=no JOBS=2 >../built 2>&1 || fail "$(tail ../built)"
cp examples/heat/*.[ch] ..
cd ..
PATH=$PWD/prefix/bin:$PATH
# It needs a libclang to run, which the checkout has.
ACCRS_LIBCLANG=${ACCRS_LIBCLANG:-$ROOT/.accrs/py/clang/native}
export ACCRS_LIBCLANG
accrs -O2 -o heat main.c heat.c -lm
heat_runs ./heat
