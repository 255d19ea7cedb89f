# The Python environment of Aida's tests, in the build folder: EPICS, with an IOC of its own, and SciPy, which reads
# MAT-files. It is made once. Where that fails the tests that need it fail, and say so.
if(NOT DIMMA_BUILD_TESTS OR NOT DIMMA_BUILD_PROGRAMS OR NOT DIMMA_THREADS OR DIMMA_EPICS_PYTHON
   OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(environment ${CMAKE_BINARY_DIR}/python)
if(NOT EXISTS ${environment}/complete)
  message(STATUS "Installing EPICS and SciPy in ${environment}")
  execute_process(COMMAND ${Python3_EXECUTABLE} -m venv ${environment} RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  if(status EQUAL 0)
    execute_process(COMMAND ${environment}/bin/pip install --quiet --disable-pip-version-check epicscorelibs softioc scipy
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  endif()
  if(status EQUAL 0)
    file(TOUCH ${environment}/complete)
  else()
    message(WARNING "Aida's tests with EPICS and SciPy will fail: ${said}")
  endif()
endif()
if(EXISTS ${environment}/complete)
  set(DIMMA_EPICS_PYTHON ${environment}/bin/python)
endif()
