# Programs of the project: examples, bench, peers. They are linked with jemalloc, which the library never forces on
# its users; a sanitizer has an allocator of its own.
include_guard(GLOBAL)
option(DIMMA_JEMALLOC "Link programs with jemalloc" ON)
find_package(PkgConfig REQUIRED)
if(DIMMA_JEMALLOC AND NOT DIMMA_SANITIZE)
  pkg_check_modules(JEMALLOC REQUIRED IMPORTED_TARGET GLOBAL jemalloc)
  add_library(dimma_jemalloc_settings OBJECT ${CMAKE_CURRENT_LIST_DIR}/jemalloc_settings.cpp)
endif()

# dimma_program(NAME SOURCES... LIBRARIES...): an executable in bin/.
function(dimma_program name)
  cmake_parse_arguments(PROGRAM "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${PROGRAM_SOURCES})
  target_link_libraries(${name} PRIVATE dimma_flags ${PROGRAM_LIBRARIES})
  if(TARGET PkgConfig::JEMALLOC)
    target_link_libraries(${name} PRIVATE PkgConfig::JEMALLOC dimma_jemalloc_settings)
  endif()
endfunction()
