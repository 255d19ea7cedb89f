# The Python environment of the tests of traces, in the build folder: the schema of OpenTelemetry's protocol. It is made
# once. Where that fails the tests fail, and say so.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(environment ${CMAKE_BINARY_DIR}/python-otlp)
if(NOT EXISTS ${environment}/complete)
  message(STATUS "Installing opentelemetry-proto in ${environment}")
  execute_process(COMMAND ${Python3_EXECUTABLE} -m venv ${environment} RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  if(status EQUAL 0)
    execute_process(COMMAND ${environment}/bin/pip install --quiet --disable-pip-version-check opentelemetry-proto
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  endif()
  if(status EQUAL 0)
    file(TOUCH ${environment}/complete)
  else()
    message(WARNING "The tests of exported traces will fail: ${said}")
  endif()
endif()
