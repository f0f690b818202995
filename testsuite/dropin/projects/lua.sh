# Lua: a plain makefile. Its test is that the interpreter starts; a program is run with it too.
package=lua5.4
packages=(make gcc)
build() { make -j"$jobs" posix CC="$CC -std=gnu99"; }
check() {
    make test && ./src/lua -e 'local s = 0; for i = 1, 1e6 do s = s + i % 7 end
        local t = {}; for w in ("a b c"):gmatch("%a") do t[#t + 1] = w end
        print(s, table.concat(t, "-"), select("#", load("return 1, 2, 3")()))'
}
passed() { grep -q 'Lua 5.4' "$1" && grep -qP '^2999998\ta-b-c\t3$' "$1"; }
