# dimma_idl_library(TARGET [STATIC|SHARED|OBJECT] FILE.idl... [MAPPING classic] [INCLUDES DIR...] [OPTIONS OPTION...])
#
# A library TARGET of the stubs and skeletons of the IDL files: static, unless the kind is given. A target that links it
# has their headers and dimma on the include path: `time.idl` gives "time.hpp" and "time_skel.hpp". An IDL file is
# compiled again when it, a file that it includes, or the compiler changes. INCLUDES are searched for #include (-I);
# OPTIONS are passed to dimma-idl.
#
# MAPPING classic selects the IDL-to-C++ mapping of omniORB and TAO instead of the IDL-to-C++11 mapping. The library then
# links dimma::classic, and `time.idl` gives "time.hh", with stubs and skeletons; with OPTIONS --classic=tao, it gives
# "timeC.h" and "timeS.h". The generated code is C++11. With OPTIONS --any-files (or omniidl's -Wba) the code for Any and
# TypeCode is in further files of the library.
#
# The code is position independent, so that a static or object library can become a part of a shared library, unless
# CMAKE_POSITION_INDEPENDENT_CODE is set to something else. A SHARED library exports all of its symbols, and is for
# programs with a shared dimma: with a static one, library and program could each have their own copy of the ORB.
#
# A header is named as an #include would name its IDL file: by its path from the INCLUDES directory that contains it, or
# else from the folder of the first file, or from the nearest folder above it that contains the other files too, so that
# "../a/mid.hpp" is found like "../a/mid.idl". The bare name works too if it is unique. An IDL file that another one
# includes has to be given as well, to this library or to another that TARGET links.
#
# A missing file is an error of the configuration, unless a rule of the same folder makes it or it is in the build folder,
# where it may be made later.
#
# The servants that --servants begins are written next to the headers. They are not part of the library, but to be copied.
#
# dimma_idl_generate(VARIABLE DIRECTORY FILE.idl... [MAPPING classic] [INCLUDES DIR...] [OPTIONS OPTION...])
#
# Only the rules: VARIABLE becomes the list of files that will be generated in DIRECTORY.
#
# Both work the same in dimma's own tree and with an installed dimma (find_package(dimma)).
include_guard(GLOBAL)

# The folder to which header names are relative for the files that are in none of the directories `includes`.
function(_dimma_idl_base variable sources includes)
  list(GET sources 0 first)
  cmake_path(GET first PARENT_PATH base)
  foreach(source IN LISTS sources)
    set(is_named_by_includes NO)
    foreach(directory IN LISTS includes)
      cmake_path(IS_PREFIX directory ${source} NORMALIZE holds)
      if(holds)
        set(is_named_by_includes YES)
      endif()
    endforeach()
    cmake_path(IS_PREFIX base ${source} NORMALIZE holds)
    while(NOT is_named_by_includes AND NOT holds)
      cmake_path(GET base PARENT_PATH base)
      cmake_path(IS_PREFIX base ${source} NORMALIZE holds)
    endwhile()
  endforeach()
  set(${variable} ${base} PARENT_SCOPE)
endfunction()

# The name of an IDL file's headers, without suffix.
function(_dimma_idl_stem variable source base includes)
  cmake_path(GET source STEM LAST_ONLY stem)
  foreach(directory IN LISTS includes base)
    cmake_path(IS_PREFIX directory ${source} NORMALIZE holds)
    if(holds)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${directory} OUTPUT_VARIABLE relative)
      cmake_path(GET relative PARENT_PATH folder)
      cmake_path(APPEND folder ${stem} OUTPUT_VARIABLE stem)
      break()
    endif()
  endforeach()
  set(${variable} ${stem} PARENT_SCOPE)
endfunction()

# Puts the options of the mapping before the others. An empty mapping is the IDL-to-C++11 mapping.
function(_dimma_idl_mapping variable mapping options)
  if(mapping STREQUAL "classic")
    if(NOT (--classic IN_LIST options OR --classic=tao IN_LIST options))
      list(PREPEND options --classic)
    endif()
    list(PREPEND options --keep-include-paths)
  elseif(mapping)
    message(FATAL_ERROR "MAPPING is classic or left out, not ${mapping}")
  elseif(--classic IN_LIST options OR --classic=tao IN_LIST options)
    message(FATAL_ERROR "use MAPPING classic: the library has to link dimma::classic")
  endif()
  set(${variable} ${options} PARENT_SCOPE)
endfunction()

# The suffixes of the files that dimma-idl writes when it is given these options.
function(_dimma_idl_suffixes variable options)
  set(--header-suffix .hpp)
  set(--source-suffix .cpp)
  set(--skeleton-header-suffix _skel.hpp)
  set(--skeleton-source-suffix _skel.cpp)
  set(--ami-header-suffix _ami.hpp)
  set(--deferred-header-suffix _deferred.hpp)
  set(--deferred-source-suffix _deferred.cpp)
  set(--asio-header-suffix _asio.hpp)
  if(--classic IN_LIST options)
    set(--header-suffix .hh)
    set(--source-suffix SK.cc)
    set(--any-source-suffix DynSK.cc)
  elseif(--classic=tao IN_LIST options)
    set(--header-suffix C.h)
    set(--source-suffix C.cpp)
    set(--skeleton-header-suffix S.h)
    set(--skeleton-source-suffix S.cpp)
    set(--any-header-suffix A.h)
    set(--any-source-suffix A.cpp)
  endif()
  set(previous)
  foreach(option IN LISTS options)
    if(previous MATCHES "^--(skeleton-|any-|ami-|deferred-|asio-)?(header|source)-suffix$")
      set(${previous} ${option})
    elseif(option MATCHES "^(--(skeleton-|any-|ami-|deferred-|asio-)?(header|source)-suffix)=(.+)$")
      set(${CMAKE_MATCH_1} ${CMAKE_MATCH_4})
    elseif(option MATCHES "^-Wbd=(.+)$")  # omniidl's
      set(--any-source-suffix ${CMAKE_MATCH_1})
    elseif(option MATCHES "^--stub-pfx=(.+)$")  # TAOX11's names
      set(--header-suffix ${CMAKE_MATCH_1}.h)
      set(--source-suffix ${CMAKE_MATCH_1}.cpp)
    elseif(option MATCHES "^--skel-pfx=(.+)$")
      set(--skeleton-header-suffix ${CMAKE_MATCH_1}.h)
      set(--skeleton-source-suffix ${CMAKE_MATCH_1}.cpp)
    endif()
    set(previous ${option})
  endforeach()
  set(suffixes ${--header-suffix} ${--source-suffix})
  if(NOT (--classic IN_LIST options OR --no-skeletons IN_LIST options OR --no-skel IN_LIST options OR -SS IN_LIST options))
    list(APPEND suffixes ${--skeleton-header-suffix} ${--skeleton-source-suffix})
    if(--deferred IN_LIST options OR --asio IN_LIST options)
      list(APPEND suffixes ${--deferred-header-suffix} ${--deferred-source-suffix})
    endif()
    if(--asio IN_LIST options)
      list(APPEND suffixes ${--asio-header-suffix})
    endif()
  endif()
  if(--any-files IN_LIST options OR -Wba IN_LIST options OR -GA IN_LIST options)
    if(--classic=tao IN_LIST options)
      list(APPEND suffixes ${--any-header-suffix} ${--any-source-suffix})
    elseif(--classic IN_LIST options)
      list(APPEND suffixes ${--any-source-suffix})
    endif()
  endif()
  if(-GC IN_LIST options OR --ami IN_LIST options)
    list(APPEND suffixes ${--ami-header-suffix})
  endif()
  set(${variable} ${suffixes} PARENT_SCOPE)
endfunction()

# Rejects an IDL file that is missing and that the build does not make.
function(_dimma_idl_require source)
  get_source_file_property(is_generated ${source} GENERATED)
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR ${source} NORMALIZE is_in_build)
  if(EXISTS ${source} OR is_generated OR is_in_build)
    return()
  endif()
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET source FILENAME name)
  file(GLOB others RELATIVE ${folder} ${folder}/*.idl)
  if(others)
    list(JOIN others ", " others)
    set(others "; its IDL files are ${others}")
  elseif(NOT IS_DIRECTORY ${folder})
    set(others ", which does not exist")
  else()
    set(others ", nor any other IDL file")
  endif()
  message(FATAL_ERROR "There is no IDL file ${name} in ${folder}${others}.")
endfunction()

function(dimma_idl_generate variable output)
  cmake_parse_arguments(IDL "" "MAPPING" "INCLUDES;OPTIONS" ${ARGN})
  if(NOT IDL_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "no IDL file given")
  endif()
  _dimma_idl_mapping(IDL_OPTIONS "${IDL_MAPPING}" "${IDL_OPTIONS}")

  set(includes)
  set(search)
  foreach(directory IN LISTS IDL_INCLUDES)
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    list(APPEND includes ${directory})
    list(APPEND search -I ${directory})
  endforeach()
  if(NOT DIMMA_IDL_DIR AND dimma_SOURCE_DIR AND NOT PROJECT_SOURCE_DIR STREQUAL dimma_SOURCE_DIR)
    set(DIMMA_IDL_DIR ${dimma_SOURCE_DIR}/idl)  # the variable is not set in this folder
  endif()
  if(DIMMA_IDL_DIR)  # an installed dimma-idl searches it by default
    list(APPEND includes ${DIMMA_IDL_DIR})
    list(APPEND search -I ${DIMMA_IDL_DIR})
  endif()
  set(sources)
  foreach(file IN LISTS IDL_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    _dimma_idl_require(${file})
    list(APPEND sources ${file})
  endforeach()
  _dimma_idl_base(base "${sources}" "${includes}")
  _dimma_idl_suffixes(suffixes "${IDL_OPTIONS}")

  set(generated)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME filename)
    _dimma_idl_stem(stem ${source} ${base} "${includes}")
    set(results ${suffixes})
    list(TRANSFORM results PREPEND ${output}/${stem})
    set(depfile ${output}/${stem}.d)
    cmake_path(GET depfile PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    # The file is given by its absolute name, which goes into the depfile: CMake resolves a relative one in the build folder.
    # The compiler does not rewrite a file whose text is unchanged, so that the files that include it are not built again.
    add_custom_command(
      OUTPUT ${results}
      COMMAND dimma::dimma-idl ${search} -o ${folder} --depfile ${depfile} ${IDL_OPTIONS} ${source}
      DEPENDS ${source} dimma::dimma-idl
      DEPFILE ${depfile}
      COMMENT "IDL ${filename}"
      VERBATIM)
    list(APPEND generated ${results})
  endforeach()
  set(${variable} ${generated} PARENT_SCOPE)
endfunction()

function(dimma_idl_library target)
  cmake_parse_arguments(LIBRARY "STATIC;SHARED;OBJECT" "MAPPING" "" ${ARGN})
  set(arguments ${LIBRARY_UNPARSED_ARGUMENTS})
  set(runtime dimma::dimma)
  if(LIBRARY_MAPPING)
    list(APPEND arguments MAPPING ${LIBRARY_MAPPING})
    set(runtime dimma::classic)
  endif()
  set(form STATIC)
  set(forms_given 0)
  foreach(each IN ITEMS STATIC SHARED OBJECT)
    if(LIBRARY_${each})
      set(form ${each})
      math(EXPR forms_given "${forms_given} + 1")
    endif()
  endforeach()
  if(forms_given GREATER 1)
    message(FATAL_ERROR "dimma_idl_library(${target}): STATIC, SHARED and OBJECT exclude each other")
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target})
  dimma_idl_generate(generated ${output} ${arguments})
  set(folders ${output})
  foreach(file IN LISTS generated)
    cmake_path(GET file PARENT_PATH folder)
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  add_library(${target} ${form} ${generated})
  if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  target_include_directories(${target} PUBLIC ${folders})
  target_link_libraries(${target} PUBLIC ${runtime})
  # Only in dimma's own tree: a project with dimma as a subdirectory has its own warnings and flags.
  if(TARGET dimma_flags AND PROJECT_SOURCE_DIR STREQUAL dimma_SOURCE_DIR)
    target_link_libraries(${target} PRIVATE dimma_flags)
  endif()
endfunction()
