# Programs of the project: examples, bench, peers. They are linked with jemalloc, which the library does not impose on
# its users; a sanitizer has its own allocator.
include_guard(GLOBAL)
option(DIMMA_JEMALLOC "Link programs with jemalloc" ON)
find_package(PkgConfig REQUIRED)
if(DIMMA_JEMALLOC AND NOT DIMMA_SANITIZE)
  pkg_check_modules(JEMALLOC REQUIRED IMPORTED_TARGET GLOBAL jemalloc)
  add_library(dimma_jemalloc_settings OBJECT ${CMAKE_CURRENT_LIST_DIR}/jemalloc_settings.cpp)
  add_library(dimma_jemalloc_settings_large_pages OBJECT ${CMAKE_CURRENT_LIST_DIR}/jemalloc_settings.cpp)
  target_compile_definitions(dimma_jemalloc_settings_large_pages PRIVATE DIMMA_LARGE_PAGES)
endif()

# dimma_program(NAME [LARGE_PAGES] SOURCES... LIBRARIES...): an executable in bin/. LARGE_PAGES is for programs that
# mostly handle long sequences.
function(dimma_program name)
  cmake_parse_arguments(PROGRAM "LARGE_PAGES" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${PROGRAM_SOURCES})
  target_link_libraries(${name} PRIVATE dimma_flags ${PROGRAM_LIBRARIES})
  if(TARGET PkgConfig::JEMALLOC)
    set(settings dimma_jemalloc_settings)
    if(PROGRAM_LARGE_PAGES)
      set(settings dimma_jemalloc_settings_large_pages)
    endif()
    target_link_libraries(${name} PRIVATE PkgConfig::JEMALLOC ${settings})
  endif()
endfunction()
