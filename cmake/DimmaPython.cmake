option(DIMMA_PYTHON_PACKAGES "Install the Python packages that some tests need, in the build tree; off: without those tests" ON)

# dimma_python_environment(FOLDER PACKAGES...): a Python environment in that folder of the build tree, with these packages
# by pip. It is made once. Sets DIMMA_PYTHON to its interpreter, or to the empty string if it cannot be made.
function(dimma_python_environment folder)
  find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
  set(environment ${CMAKE_BINARY_DIR}/${folder})
  set(DIMMA_PYTHON ${environment}/bin/python PARENT_SCOPE)
  if(EXISTS ${environment}/complete)
    return()
  endif()
  message(STATUS "Installing ${ARGN} in ${environment}")
  execute_process(COMMAND ${Python3_EXECUTABLE} -m venv ${environment} RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  if(status EQUAL 0)
    execute_process(COMMAND ${environment}/bin/pip install --quiet --disable-pip-version-check ${ARGN}
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  endif()
  if(status EQUAL 0)
    file(TOUCH ${environment}/complete)
  else()
    message(WARNING "The tests that need ${ARGN} will fail: ${said}")
    set(DIMMA_PYTHON "" PARENT_SCOPE)
  endif()
endfunction()
