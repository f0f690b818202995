# The recipes for EasyBuild and conda, read by EasyBuild and by rattler-build themselves, both from PyPI. Spack isn't there: dist.sh runs its recipe.
# turn: 2 of 3
command -v python3 >/dev/null 2>&1 && python3 -c 'import venv, ensurepip' 2>/dev/null || left_out "missing: python3 with venv"
version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' "$ROOT/Cargo.toml")
python3 -m venv tools >made 2>&1 || left_out "no virtual environment: $(tail -n 1 made)"
PATH=$PWD/tools/bin:$PATH
pip install -q easybuild-framework easybuild-easyblocks py-rattler-build >made 2>&1 || left_out "PyPI: $(tail -n 1 made)"
for recipe in accrs.eb recipe.yaml; do sed "s/@VERSION@/$version/; s/@SHA256@/$(printf '%064d' 7)/" "$ROOT/scripts/packaging/recipes/$recipe.in" >$recipe; done

python - recipe.yaml "$version" >said 2>&1 <<'X' || fail "rattler-build: $(tail -n 15 said)"
import sys
from rattler_build import Stage0Recipe, VariantConfig

rendered = Stage0Recipe.from_file(sys.argv[1]).render(VariantConfig())
assert len(rendered) == 1 and f"package='accrs', version='{sys.argv[2]}'" in str(rendered[0]), rendered
X

# EasyBuild wants a tool for modules.
LMOD_CMD=/usr/share/lmod/lmod/libexec/lmod
export LMOD_CMD
[ -x "$LMOD_CMD" ] || { echo "left out: EasyBuild, without Debian's lmod"; exit 0; }
file=accrs-$version-$(sed -n "s/^toolchain = {'name': '\(.*\)', 'version': '\(.*\)'}/\1-\2/p" accrs.eb).eb
mv accrs.eb "$file"
HOME=$PWD python - "$file" "$version" >said 2>&1 <<'X' || fail "EasyBuild: $(tail -n 15 said)"
import sys
from easybuild.tools.options import set_up_configuration

set_up_configuration(args=["--modules-tool=Lmod", "--module-syntax=Tcl", "--allow-use-as-root-and-accept-consequences"], silent=True)
from easybuild.framework.easyconfig.easyconfig import EasyConfig

recipe = EasyConfig(sys.argv[1], validate=False)
recipe.validate(check_osdeps=False)
found = (recipe["name"], recipe["version"], recipe.easyblock)
assert found == ("accrs", sys.argv[2], "ConfigureMake"), found
assert "bin/accrs" in recipe["sanity_check_paths"]["files"]
X
