# turn: 2 of 2
want cmake make
# The compiler alone: identified as the host's, FindOpenACC finds version and flags.
cmake -S "$EXAMPLES/heat" -B plain -DCMAKE_C_COMPILER=accrs >plain.log || fail "$(cat plain.log)"
grep -q "The C compiler identification is GNU" plain.log || fail "$(cat plain.log)"
grep -q "Found OpenACC_C: -fopenacc" plain.log || fail "$(cat plain.log)"
# CMake's own table of versions ends at 2.5; the date is what it reads from the compiler.
grep -q "OpenACC of 202211, flags '-fopenacc'" plain.log || fail "$(cat plain.log)"
cmake --build plain
heat_runs plain/heat
(cd plain && ctest -Q) || fail "ctest"
# The toolchain file, and Ninja where it is there.
generator='Unix Makefiles'
command -v ninja >/dev/null 2>&1 && generator=Ninja
cmake -S "$EXAMPLES/heat" -B file -G "$generator" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$PREFIX/lib/cmake/accrs/accrs-toolchain.cmake" >file.log || fail "$(cat file.log)"
cmake --build file
heat_runs file/heat
# Objects by accrs, a link by another compiler: find_package(accrs).
mkdir package
cat >package/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.16)
project(package C)
find_package(accrs 0.1 REQUIRED)
add_custom_command(OUTPUT heat.o COMMAND ${ACCRS_EXECUTABLE} -O2 -c ${HEAT}/heat.c -o heat.o DEPENDS ${HEAT}/heat.c)
add_executable(heat ${HEAT}/main.c ${CMAKE_CURRENT_BINARY_DIR}/heat.o)
target_link_libraries(heat accrs::runtime m)
X
cmake -S package -B linked -DHEAT="$EXAMPLES/heat" -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_C_COMPILER=gcc >linked.log ||
    fail "$(cat linked.log)"
cmake --build linked
heat_runs linked/heat
# nvc's flags: the compiler is still identified, and checks of flags see what they would see without them.
mkdir flags
cat >flags/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.16)
project(flags C)
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wall HAS_WALL)
check_c_compiler_flag(-fast HAS_FAST)
check_c_compiler_flag(-Mnonsense HAS_NONSENSE)
message(STATUS "Wall ${HAS_WALL}, fast ${HAS_FAST}, nonsense <${HAS_NONSENSE}>")
X
cmake -S flags -B flagged -DCMAKE_C_COMPILER=accrs \
    -DCMAKE_C_FLAGS="-fast -acc -gpu=ptxinfo,fastmath -Minfo=accel -traceback -Mlre" >flags.log 2>&1 || fail "$(cat flags.log)"
grep -q "The C compiler identification is GNU" flags.log || fail "$(cat flags.log)"
grep -q "Wall 1, fast 1, nonsense <>" flags.log || fail "$(cat flags.log)"
# The same with a current CMake.
newer=$ACCRS_WHEELS/../py/cmake/data/bin/cmake
[ -x "$newer" ] || { echo "missing: a current CMake (PyPI: cmake)"; exit 77; }
"$newer" -S "$EXAMPLES/heat" -B newer -DCMAKE_C_COMPILER=accrs >newer.log || fail "$(cat newer.log)"
grep -q "OpenACC of 202211, flags '-fopenacc'" newer.log || fail "$(cat newer.log)"
"$newer" --build newer
heat_runs newer/heat
