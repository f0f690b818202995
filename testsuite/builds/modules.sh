# Modulefiles of an installation, in both forms, by Lmod: what is loaded is found, and what is unloaded leaves nothing.
lmod=
for found in ${LMOD_CMD:-} /usr/share/lmod/lmod/libexec/lmod; do [ -x "$found" ] && lmod=$found; done
[ -n "$lmod" ] || { echo "missing: lmod"; exit 77; }
version=$(basename "$PREFIX"/share/modulefiles/accrs/*.lua .lua)
without=$(echo "$PATH" | tr : '\n' | grep -vxF "$PREFIX/bin" | paste -sd:)
cat >app.c <<'X'
#include <stdio.h>
int main(void)
{
    int sum = 0;
#pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
X
for form in "$version" "$version.lua"; do
    rm -rf modules && mkdir -p modules/accrs && cp "$PREFIX/share/modulefiles/accrs/$form" modules/accrs/
    (
        PATH=$without MODULEPATH=$PWD/modules LMOD_SYSTEM_DEFAULT_MODULES='' HOME=$PWD
        unset LD_LIBRARY_PATH PYTHONPATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH
        export PATH MODULEPATH HOME LMOD_SYSTEM_DEFAULT_MODULES
        if command -v accrs >/dev/null; then fail "an accrs without a module"; fi
        said=$("$lmod" bash load accrs 2>err) && eval "$said" || fail "$form: $(cat err)"
        [ "$(command -v accrs)" = "$PREFIX/bin/accrs" ] || fail "$form: accrs is $(command -v accrs)"
        [ "$LD_LIBRARY_PATH $PYTHONPATH" = "$PREFIX/lib/accrs $PREFIX/lib/accrs/python" ] || fail "$form: $LD_LIBRARY_PATH $PYTHONPATH"
        [ "$CMAKE_PREFIX_PATH $PKG_CONFIG_PATH" = "$PREFIX $PREFIX/lib/pkgconfig" ] || fail "$form: $CMAKE_PREFIX_PATH $PKG_CONFIG_PATH"
        accrs --acc-runtime=shared -acc=multicore -o app app.c && [ "$(ACC_DEVICE_TYPE=multicore ./app)" = 4950 ] || fail "$form: no program"
        "$lmod" bash whatis accrs 2>&1 | grep -q OpenACC || fail "$form: whatis says nothing"
        said=$("$lmod" bash unload accrs 2>err) && eval "$said" || fail "$form: $(cat err)"
        if command -v accrs >/dev/null || [ -n "${LD_LIBRARY_PATH:-}${PYTHONPATH:-}" ]; then fail "$form stays"; fi
    ) || exit 1
done
