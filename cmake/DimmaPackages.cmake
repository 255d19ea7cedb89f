# The Debian packages, by cpack: their descriptions, and the files that are only in packages. See docs/start/packages.md.
set(dimma_libdimma libdimma${dimma_soversion})
set(dimma_packaging ${PROJECT_SOURCE_DIR}/packaging/deb)
set(DIMMA_PACKAGE_RELEASE 1 CACHE STRING "The revision of the packages of this version")
# The domain `example` is reserved (RFC 2606): to publish packages, set an address that receives mail.
set(DIMMA_PACKAGE_MAINTAINER "The dimma project <packages@dimma.example>" CACHE STRING "Who makes the packages")

# dimma-bench starts programs from its own folder, so it is installed in a separate one.
set(dimma_bench_dir ${CMAKE_INSTALL_LIBEXECDIR}/dimma-bench)
if(TARGET dimma-bench)
  # The programs that it can start, which are its dependencies.
  get_target_property(dimma_started dimma-bench MANUALLY_ADDED_DEPENDENCIES)
  list(APPEND dimma_started dimma-bench dimma-naming time_server time_client timing_server timing_client buffers_perf
    omni_time_server omni_time_client omni_plain_client omni_timing_server omni_timing_client
    omni_sizes_server omni_sizes_client)
  list(REMOVE_DUPLICATES dimma_started)
  foreach(program IN LISTS dimma_started)
    if(TARGET ${program})
      install(TARGETS ${program} RUNTIME DESTINATION ${dimma_bench_dir} COMPONENT bench)
    endif()
  endforeach()
  install(CODE "
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(CREATE_LINK ../${dimma_bench_dir}/dimma-bench
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/dimma-bench\" SYMBOLIC)" COMPONENT bench)
  dimma_install_manual(dimma-bench.1 bench)
  dimma_install_completion(dimma-bench bench)
endif()

install(FILES ${dimma_packaging}/dimma-naming.default DESTINATION ${CMAKE_INSTALL_FULL_SYSCONFDIR}/default RENAME dimma-naming
        COMPONENT naming)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}-doc/manual COMPONENT doc)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}-doc COMPONENT doc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/Hello DESTINATION ${CMAKE_INSTALL_DOCDIR}-doc/examples COMPONENT doc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/Hello DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libdimma-dev/examples
        COMPONENT development)

set(dimma_package_version ${PROJECT_VERSION}-${DIMMA_PACKAGE_RELEASE})
configure_file(${dimma_packaging}/changelog.in ${PROJECT_BINARY_DIR}/package/changelog.Debian @ONLY)
dimma_compress(${PROJECT_BINARY_DIR}/package/changelog.Debian ${PROJECT_BINARY_DIR}/package/changelog.Debian.gz)
dimma_compress(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_BINARY_DIR}/package/changelog.gz)

set(dimma_about
"dimma is an ORB whose channels are assembled as each binding asks for:
threads, connections, buffers and limits at either end. It speaks GIOP 1.0 to
1.2, and maps IDL to C++11.")
# dimma_package(COMPONENT NAME SECTION SUMMARY TEXT): the package NAME with the installed files of a component.
macro(dimma_package component name section summary text)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${dimma_about}\n.\n${text}")
  set(CPACK_DEBIAN_${upper}_DEBUGINFO_PACKAGE OFF)
  install(FILES ${dimma_packaging}/copyright ${PROJECT_BINARY_DIR}/package/changelog.Debian.gz
                ${PROJECT_BINARY_DIR}/package/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endmacro()

dimma_package(library ${dimma_libdimma} libs "CORBA ORB for C++20: shared library"
"This package has the library that programs are linked with.")
dimma_package(development libdimma-dev libdevel "CORBA ORB for C++20: files to build programs with"
"This package has the headers, a CMake package, pkg-config files, the IDL of
the OMG's services, and the static libraries: the ORB's, and those of TLS,
inspection, traces, sealed calls, publishing and stores.")
dimma_package(tools dimma-tools devel "CORBA ORB for C++20: IDL compiler and command"
"This package has the compiler dimma-idl; the command dimma, which looks at
references, calls objects and works with naming services; and a dissector of
the flow protocol for Wireshark.")
dimma_package(naming dimma-naming net "CORBA ORB for C++20: naming service"
"This package has a naming service (CosNaming 1.3) over a file of SQLite or a
cluster of etcd, and runs it at the loopback address until it is told others.")
dimma_package(doc dimma-doc doc "CORBA ORB for C++20: manual"
"This package has the manual and an example.")
dimma_package(bench dimma-bench net "CORBA ORB for C++20: measuring laboratory"
"This package measures what calls cost on a machine, beside omniORB and bare
sockets.")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dimma)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${DIMMA_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_SET_DESTDIR ON)  # for the files in /etc
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${DIMMA_PACKAGE_RELEASE})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "libssl-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkg-config, libboost1.81-dev, libboost-json1.81-dev, libsqlitecpp-dev, dimma-doc")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "dimma-doc, wireshark-common")

# Control files of the library's package: they update the linker's cache, and tell other packages what to depend on.
file(WRITE ${PROJECT_BINARY_DIR}/package/library/triggers "activate-noawait ldconfig\n")
file(WRITE ${PROJECT_BINARY_DIR}/package/library/shlibs
  "libdimma ${dimma_soversion} ${dimma_libdimma} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  ${PROJECT_BINARY_DIR}/package/library/triggers ${PROJECT_BINARY_DIR}/package/library/shlibs)
set(CPACK_DEBIAN_NAMING_PACKAGE_CONTROL_EXTRA
  ${dimma_packaging}/naming/conffiles ${dimma_packaging}/naming/postinst ${dimma_packaging}/naming/prerm
  ${dimma_packaging}/naming/postrm)

# Read when cpack runs, since the dependencies contain the revision, which `cpack -D` may change.
configure_file(${dimma_packaging}/depends.cmake.in ${PROJECT_BINARY_DIR}/package/depends.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/package/depends.cmake)
include(CPack)
