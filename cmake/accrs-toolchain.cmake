# CMake toolchain file: cmake -DCMAKE_TOOLCHAIN_FILE=.../accrs-toolchain.cmake
# Finds accrs beside this file's installation, else in PATH.
find_program(ACCRS_EXECUTABLE accrs HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" REQUIRED)
set(CMAKE_C_COMPILER "${ACCRS_EXECUTABLE}")
