# find_package(accrs): ACCRS_EXECUTABLE, and accrs::runtime for programs that link objects compiled
# by accrs with another compiler, or call the OpenACC API from C++.
get_filename_component(_accrs_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ACCRS_EXECUTABLE "${_accrs_prefix}/bin/accrs")
if(NOT TARGET accrs::runtime)
  add_library(accrs::runtime STATIC IMPORTED)
  set_target_properties(accrs::runtime PROPERTIES
    IMPORTED_LOCATION "${_accrs_prefix}/lib/accrs/libaccrt.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_accrs_prefix}/lib/accrs/include"
    INTERFACE_LINK_LIBRARIES "gomp;pthread;dl;m")
endif()
unset(_accrs_prefix)
