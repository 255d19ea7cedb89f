# Compiler settings shared by every target of the project, and functions that declare rooms, programs and tests.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# An enclosing project does not edit dimma and waits for its build: many files are compiled as one, and only the targets that
# it links are built. An installation builds everything.
if(NOT PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  if(NOT DEFINED CMAKE_UNITY_BUILD)
    set(CMAKE_UNITY_BUILD ON)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  endif()
  if(NOT DIMMA_INSTALL)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY EXCLUDE_FROM_ALL ON)
  endif()
endif()

# Within 0.x each minor version has an ABI of its own (include/dimma/version.hpp).
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(dimma_soversion 0.${PROJECT_VERSION_MINOR})
else()
  set(dimma_soversion ${PROJECT_VERSION_MAJOR})
endif()

find_program(DIMMA_CCACHE ccache)
if(DIMMA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths within the tree are relative for ccache, so that checkouts share its results.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${DIMMA_CCACHE})
  set(dimma_launches_ccache TRUE)
endif()

# dimma_makes_precompiled_header(TARGET): TARGET's compiler output is a precompiled header. When it is made again, ccache
# takes the existing one for an input, ignores the headers themselves, and can return an outdated one. In its depend mode
# ccache uses the compiler's list of files instead. TARGET names its header in angle brackets: with a checkout's path in it,
# checkouts would share neither the precompiled header nor anything compiled with it.
function(dimma_makes_precompiled_header target)
  if(dimma_launches_ccache)
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
    list(INSERT launcher 3 CCACHE_DEPEND=1)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
  endif()
endfunction()

# The default linker takes several times as long. A toolchain file or a user's flag takes precedence.
find_program(DIMMA_LINKER NAMES ld.mold ld.lld)
if(DIMMA_LINKER AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING AND NOT BUILD_SHARED_LIBS)
  cmake_path(GET DIMMA_LINKER EXTENSION LAST_ONLY linker)
  string(SUBSTRING ${linker} 1 -1 linker)
  add_link_options(-fuse-ld=${linker})
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# See src/base/sync/sync.hpp; the public headers are the same either way.
add_compile_definitions(DIMMA_THREADS=$<BOOL:${DIMMA_THREADS}>)

# See src/base/sync/assert.hpp; public headers have no assertions.
set(dimma_asserts OFF)
if(CMAKE_BUILD_TYPE STREQUAL Debug OR DIMMA_SANITIZE)
  set(dimma_asserts ON)
endif()
option(DIMMA_ASSERTIONS "Check what the library relies on about its own state, and the standard library's preconditions" ${dimma_asserts})
add_compile_definitions(DIMMA_ASSERTIONS=$<BOOL:${DIMMA_ASSERTIONS}>)
if(DIMMA_ASSERTIONS AND NOT DIMMA_SANITIZE)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)  # the address sanitizer finds the same, and is slow enough without them
endif()

# The definitions that programs are compiled with, by CMake or by pkg-config.
set(dimma_public_definitions)
if(NOT DIMMA_THREADS)
  # The library contains Asio, whose inline functions have to be the same in all of a program.
  list(APPEND dimma_public_definitions BOOST_ASIO_DISABLE_THREADS)
endif()

if(DIMMA_SANITIZE)
  add_compile_options(-fsanitize=${DIMMA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${DIMMA_SANITIZE})
  if(DIMMA_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # clang 14's assembler rejects the prefix that `function` puts before a coroutine, and `vptr` needs descriptors, of which
    # some tests leave none.
    add_compile_options(-fno-sanitize=function,vptr)
  endif()
  if(DIMMA_SANITIZE MATCHES thread)
    include_directories(BEFORE SYSTEM ${PROJECT_SOURCE_DIR}/cmake/tsan)  # one header in place of Boost's, see there
  endif()
endif()

# The options that every target of this project is compiled with; never exported to users.
add_library(dimma_flags INTERFACE)
target_compile_options(dimma_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  # g++ 12 wrongly warns of overlapping copies in `"text" + std::string`.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # See src/base/sync/thread_safety.hpp.
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>
  # clang from 17 on reports that std::stable_sort of g++ 12's library uses a deprecated function.
  $<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,17>>:-Wno-deprecated-declarations>)
# With sanitizers g++ 12 warns of uninitialised reads in correct code, also in that of the standard library and Boost.
# In an enclosing project, whose compiler dimma may not have been tested with, warnings are not errors.
option(DIMMA_WARNINGS_ARE_ERRORS "Compile dimma's own targets with -Werror" ${PROJECT_IS_TOP_LEVEL})
if(DIMMA_WARNINGS_ARE_ERRORS AND NOT (DIMMA_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
  target_compile_options(dimma_flags INTERFACE -Werror)
endif()

# Files that are compiled as one share their local names.
target_compile_options(dimma_flags INTERFACE
  $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>)

# The costs of code on the call path are counted, so every build compiles it as users do.
option(DIMMA_UNITY_TESTS "Compile many files as one, but for those on the way of a call, to save time" OFF)
option(DIMMA_TEST_BUILD "As DIMMA_UNITY_TESTS; code that is not counted is not optimised, and headers are precompiled" OFF)
if(DIMMA_TEST_BUILD)
  set(DIMMA_UNITY_TESTS ON)
endif()
macro(dimma_unity_from_here)
  if(DIMMA_UNITY_TESTS)
    set(CMAKE_UNITY_BUILD ON)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  endif()
endmacro()
macro(dimma_not_counted_from_here)
  dimma_unity_from_here()
  if(DIMMA_TEST_BUILD)
    set(dimma_optimises_nothing ON)
    add_compile_options(-O0)
  endif()
endmacro()

# dimma_unity_but_for(ROOM FOLDER...): the same for one room, except for the files of the given inner rooms.
function(dimma_unity_but_for room)
  if(CMAKE_UNITY_BUILD OR NOT DIMMA_UNITY_TESTS)
    return()
  endif()
  set_target_properties(dimma_${room} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  get_target_property(sources dimma_${room} SOURCES)
  foreach(folder IN LISTS ARGN)
    set(of_folder ${sources})
    list(FILTER of_folder INCLUDE REGEX "^${folder}/")
    set_source_files_properties(${of_folder} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
endfunction()

# The library is position independent, but none of its functions is meant to be replaced at load time: without this flag
# the compiler may not inline its exported functions.
target_compile_options(dimma_flags INTERFACE -fno-semantic-interposition)

# dimma_room(NAME SOURCES... KNOWS ROOMS...): one folder of src/, an object library called dimma_NAME.
function(dimma_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;KNOWS;LIBRARIES" ${ARGN})
  add_library(dimma_${name} OBJECT ${ROOM_SOURCES})
  if(TARGET dimma_precompiled AND NOT dimma_optimises_nothing)
    target_precompile_headers(dimma_${name} REUSE_FROM dimma_precompiled)
    # g++ 12 does not treat the standard library's headers as system headers once they are precompiled.
    target_compile_options(dimma_${name} PRIVATE
      "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  endif()
  target_include_directories(dimma_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(dimma_${name} PRIVATE dimma_flags PUBLIC Threads::Threads Boost::headers ${ROOM_LIBRARIES})
  foreach(known IN LISTS ROOM_KNOWS)
    target_link_libraries(dimma_${name} PUBLIC dimma_${known})
  endforeach()
endfunction()

# dimma_inner_rooms(FOLDER...): the folders within a room, lowest first; "a|b" are two on one floor, which do not include
# each other, and "." is the room's own folder. tests/tidy checks the includes against it.
function(dimma_inner_rooms)
  foreach(floor IN LISTS ARGN)
    string(REPLACE "|" ";" folders "${floor}")
    foreach(folder IN LISTS folders)
      if(NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
        message(FATAL_ERROR "dimma_inner_rooms: there is no folder ${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
      endif()
    endforeach()
  endforeach()
endfunction()

# dimma_no_unity(SOURCES...): where several files are compiled as one (CMAKE_UNITY_BUILD, as the sanitizer presets do
# to save half the time), these are not: other files have the same local names. DIMMA_NO_UNITY tells them from those that
# dimma_unity_but_for() leaves out for another reason.
function(dimma_no_unity)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON DIMMA_NO_UNITY ON)
endfunction()

# dimma_long_tests(NAMES...): the longest tests start first, so that the run does not end with one of them alone.
function(dimma_long_tests)
  set_tests_properties(${ARGN} PROPERTIES COST 1000)
endfunction()

# The rungs of the tests (docs/inside/testing.md) are labels of CTest and targets of CMake: `quick` is the first rung
# (`scripts/test`), and `ci` what a change has to pass beyond it (`.ci/run`), which takes longer to build.
if(DIMMA_BUILD_TESTS)
  add_custom_target(quick)
  add_custom_target(ci)
  add_dependencies(ci quick)
endif()
# Processes, commands and documents are tested in one build only, the users'; the first rungs of the other builds look for
# faults of the library.
set(dimma_quick_processes NO)
if(DIMMA_THREADS AND NOT DIMMA_SANITIZE)
  set(dimma_quick_processes YES)
endif()
# dimma_quick_tests(TESTS... [PROGRAMS...]), dimma_ci_tests(...): adds tests to that rung. PROGRAMS are the targets that they
# start.
macro(dimma_quick_tests)
  dimma_rung_tests(quick ${ARGN})
endmacro()
macro(dimma_ci_tests)
  dimma_rung_tests(ci ${ARGN})
endmacro()
function(dimma_rung_tests rung)
  cmake_parse_arguments(RUNG "" "" "PROGRAMS" ${ARGN})
  set_property(TEST ${RUNG_UNPARSED_ARGUMENTS} APPEND PROPERTY LABELS ${rung})
  foreach(program IN LISTS RUNG_PROGRAMS)
    add_dependencies(${rung} ${program})
    get_target_property(type ${program} TYPE)
    if(type STREQUAL EXECUTABLE)
      set_property(TEST ${RUNG_UNPARSED_ARGUMENTS} APPEND PROPERTY REQUIRED_FILES $<TARGET_FILE:${program}>)
    endif()
  endforeach()
endfunction()

# dimma_programs_of(VARIABLE FOLDER...): the programs that the CMakeLists.txt files of these folders define.
function(dimma_programs_of variable)
  set(programs)
  foreach(folder IN LISTS ARGN)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type STREQUAL EXECUTABLE)
        list(APPEND programs ${target})
      endif()
    endforeach()
  endforeach()
  set(${variable} ${programs} PARENT_SCOPE)
endfunction()

# dimma_unit_test(NAME [CI|FULL] SOURCES... LIBRARIES...): one GoogleTest program, which is one test of CTest. It belongs to
# the first rung unless CI (`.ci/run`) or FULL (`scripts/test all`) is given.
function(dimma_unit_test name)
  cmake_parse_arguments(TEST "CI;FULL" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE dimma_flags ${TEST_LIBRARIES} GTest::gtest GTest::gtest_main)
  if(TARGET dimma_precompiled_tests)
    target_precompile_headers(${name} REUSE_FROM dimma_precompiled_tests)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200)  # ends a program that hangs, however busy the machine is
  if(TEST_CI)
    dimma_ci_tests(${name} PROGRAMS ${name})
  elseif(NOT TEST_FULL)
    dimma_quick_tests(${name} PROGRAMS ${name})
  endif()
  if(DIMMA_SANITIZE MATCHES address)
    # Finds an upcall that outlives its test and writes into the test's stack frame.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT ASAN_OPTIONS=detect_stack_use_after_return=1)
  endif()
  if(DIMMA_SANITIZE MATCHES thread)
    # Some tests fork a peer with threads, perhaps while a thread of an earlier case is still ending.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT TSAN_OPTIONS=die_after_fork=0)
    if("${TEST_SOURCES}" MATCHES "allocation_counter|refused_buffers" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # The test defines operator new, as does the C++ part of the sanitizer's runtime, so it is linked without that part.
      execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir
                      OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      target_link_options(${name} PRIVATE -fno-sanitize=thread -rdynamic)
      target_link_libraries(${name} PRIVATE
        -Wl,--whole-archive ${runtime}/libclang_rt.tsan-${CMAKE_SYSTEM_PROCESSOR}.a -Wl,--no-whole-archive dl rt resolv)
    endif()
  endif()
endfunction()

# dimma_classic_unit_test(NAME SOURCES... LIBRARIES...): a unit test that includes the headers of the classic mapping alone,
# compiled as C++11. Its files are compiled one by one, since generated ones have local names in common.
function(dimma_classic_unit_test name)
  dimma_unit_test(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES CXX_STANDARD 11 UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON)
endfunction()

# dimma_classic_unit_tests(PREFIX SOURCES... LIBRARIES...): the same twice, PREFIX_cxx11_test, and PREFIX_cxx20_test on a
# higher rung: other tests of the first rung include the headers as C++20.
function(dimma_classic_unit_tests prefix)
  dimma_classic_unit_test(${prefix}_cxx11_test ${ARGN})
  dimma_classic_unit_test(${prefix}_cxx20_test FULL ${ARGN})
  set_target_properties(${prefix}_cxx20_test PROPERTIES CXX_STANDARD 20)
endfunction()

# dimma_process_test(LABEL.NAME SCRIPT [ARGUMENT...]): a test in Python that starts programs of the build, whose folder
# --bin gives.
function(dimma_process_test name script)
  string(REGEX REPLACE "[.].*" "" label ${name})
  add_test(NAME ${name}
    COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/${script} --bin ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 600)
endfunction()
