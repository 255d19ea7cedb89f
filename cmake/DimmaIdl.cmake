# dimma_idl_library(TARGET FILE.idl... [INCLUDES DIR...] [OPTIONS OPTION...])
#
# A static library TARGET of the stubs and skeletons of the IDL files. Who links it has their headers and dimma on the
# include path: `time.idl` gives "time.hpp" and "time_skel.hpp". An IDL file is compiled again when it, a file that it
# includes, or the compiler changes. INCLUDES are searched for #include (-I); OPTIONS go to dimma-idl as they are.
#
# Works the same in dimma's own tree and with an installed dimma (find_package(dimma)).
include_guard(GLOBAL)

function(dimma_idl_library target)
  cmake_parse_arguments(IDL "" "" "INCLUDES;OPTIONS" ${ARGN})
  if(NOT IDL_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "dimma_idl_library(${target}): no IDL file given")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target})
  file(MAKE_DIRECTORY ${output})

  set(search)
  foreach(directory IN LISTS IDL_INCLUDES)
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    list(APPEND search -I ${directory})
  endforeach()

  set(generated)
  foreach(file IN LISTS IDL_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE source)
    cmake_path(GET source STEM LAST_ONLY name)
    cmake_path(GET source PARENT_PATH directory)
    cmake_path(GET source FILENAME filename)
    set(files ${output}/${name}.hpp ${output}/${name}.cpp ${output}/${name}_skel.hpp ${output}/${name}_skel.cpp)
    # The compiler leaves a file alone whose text it would not change, so that what includes it is not built again.
    add_custom_command(
      OUTPUT ${files}
      COMMAND dimma::dimma-idl ${search} -o ${output} --depfile ${output}/${name}.d ${IDL_OPTIONS} ${filename}
      WORKING_DIRECTORY ${directory}
      DEPENDS ${source} dimma::dimma-idl
      DEPFILE ${output}/${name}.d
      COMMENT "IDL ${filename}"
      VERBATIM)
    list(APPEND generated ${files})
  endforeach()

  add_library(${target} STATIC ${generated})
  target_include_directories(${target} PUBLIC ${output})
  target_link_libraries(${target} PUBLIC dimma::dimma)
  if(TARGET dimma_flags)
    target_link_libraries(${target} PRIVATE dimma_flags)
  endif()
endfunction()
