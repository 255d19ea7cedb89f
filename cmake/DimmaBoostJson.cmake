# Boost.JSON, the library of Boost's, for the services, the commands and the benchmarks. libdimma does not need it.
include_guard(GLOBAL)

# Makes Boost::json a target of the calling folder. CMake's own message would name neither a package nor a remedy.
function(dimma_find_boost_json)
  find_package(Boost 1.75 QUIET OPTIONAL_COMPONENTS json)
  if(TARGET Boost::json)
    return()
  endif()
  set(found "no Boost 1.75 or later is found")
  if(Boost_FOUND)
    set(found "Boost ${Boost_VERSION_STRING} is found (${Boost_DIR}), but not its library of JSON")
  endif()
  message(FATAL_ERROR "the services, the commands and the benchmarks of dimma need Boost.JSON: ${found}. "
    "Install libboost-json1.81-dev (Debian 12), libboost-json-dev (Ubuntu), boost-devel (Fedora) or boost (Arch), or configure "
    "without them: -DDIMMA_BUILD_SERVICES=OFF -DDIMMA_BUILD_PROGRAMS=OFF -DDIMMA_BUILD_TESTS=OFF")
endfunction()
