# The Python environment of Aida's tests: EPICS, with an IOC, and SciPy, which reads MAT-files.
if(NOT DIMMA_BUILD_TESTS OR NOT DIMMA_BUILD_PROGRAMS OR NOT DIMMA_THREADS OR DIMMA_EPICS_PYTHON
   OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()
include(DimmaPython)
if(NOT DIMMA_PYTHON_PACKAGES)
  return()
endif()
dimma_python_environment(python epicscorelibs softioc scipy)
if(DIMMA_PYTHON)
  set(DIMMA_EPICS_PYTHON ${DIMMA_PYTHON})
endif()
