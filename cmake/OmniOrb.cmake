# omniORB 4 (Debian: omniidl, libomniorb4-dev), the peer that dimma is tested and measured against.
include_guard(GLOBAL)
find_package(PkgConfig REQUIRED)
pkg_check_modules(OMNIORB REQUIRED IMPORTED_TARGET GLOBAL omniORB4)
pkg_check_modules(OMNIDYNAMIC REQUIRED IMPORTED_TARGET GLOBAL omniDynamic4)
find_program(OMNIIDL omniidl REQUIRED)

# omni_idl_library(TARGET FILE.idl [OPTION...]): stubs and skeletons in the classic C++ mapping, header <FILE.hh>.
function(omni_idl_library target idl)
  cmake_path(ABSOLUTE_PATH idl)
  cmake_path(GET idl STEM stem)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target})
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/${stem}SK.cc ${folder}/${stem}.hh
    COMMAND ${OMNIIDL} -bcxx ${ARGN} -C ${folder} ${idl}
    DEPENDS ${idl} COMMENT "omniidl ${stem}.idl" VERBATIM)
  if("-Wba" IN_LIST ARGN)
    # TypeCodes and Any
    set(dynamic ${folder}/${stem}DynSK.cc)
    add_custom_command(OUTPUT ${dynamic} DEPENDS ${folder}/${stem}SK.cc)
  endif()
  add_library(${target} STATIC ${folder}/${stem}SK.cc ${folder}/${stem}.hh ${dynamic})
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  if(dynamic)
    target_link_libraries(${target} PUBLIC PkgConfig::OMNIDYNAMIC)
  endif()
  target_link_libraries(${target} PUBLIC PkgConfig::OMNIORB Threads::Threads)
endfunction()
