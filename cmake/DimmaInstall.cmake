# What `cmake --install` gives: the public headers, the library, dimma-idl, a CMake package and a pkg-config file. All
# of it may be moved to another prefix afterwards.
option(DIMMA_INSTALL "Generate the installation" ${PROJECT_IS_TOP_LEVEL})
if(NOT DIMMA_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(dimma_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dimma)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dimma DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
set(dimma_installed dimma dimma_taox11)
if(TARGET dimma-idl)
  list(APPEND dimma_installed dimma-idl)
endif()
install(TARGETS ${dimma_installed} EXPORT dimmaTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT dimmaTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})

# The component "store", for who asks for it: it needs SQLiteCpp.
if(TARGET dimma_store)
  install(TARGETS dimma_store EXPORT dimmaStoreTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaStoreTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()
# The component "store_etcd", which needs "store" and OpenSSL.
if(TARGET dimma_store_etcd)
  install(TARGETS dimma_store_etcd EXPORT dimmaStoreEtcdTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaStoreEtcdTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()

# The component "tls", which needs OpenSSL.
if(TARGET dimma_tls)
  install(TARGETS dimma_tls EXPORT dimmaTlsTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaTlsTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()

# The component "inspect", of which Boost is in the library.
if(TARGET dimma_inspect)
  install(TARGETS dimma_inspect EXPORT dimmaInspectTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaInspectTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()

# The component "trace", likewise.
if(TARGET dimma_trace)
  install(TARGETS dimma_trace EXPORT dimmaTraceTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaTraceTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()

# The component "naming", for servers that publish themselves, and the program dimma.
if(TARGET dimma_naming)
  install(TARGETS dimma_naming EXPORT dimmaNamingTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaNamingTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
  install(TARGETS dimma_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/man/dimma.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/completion/dimma
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# The naming service, and how systemd runs it.
if(TARGET dimma-naming)
  install(TARGETS dimma-naming RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/systemd/dimma-naming.service DESTINATION lib/systemd/system)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/dimmaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/dimmaConfig.cmake INSTALL_DESTINATION ${dimma_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/dimmaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/dimmaConfig.cmake ${PROJECT_BINARY_DIR}/package/dimmaConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/DimmaIdl.cmake
        DESTINATION ${dimma_package_dir})

# From where the .pc file is to the prefix, so that the prefix need not be written down.
file(RELATIVE_PATH dimma_prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/dimma.pc.in ${PROJECT_BINARY_DIR}/package/dimma.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/dimma.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET dimma_tls)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/dimma-tls.pc.in ${PROJECT_BINARY_DIR}/package/dimma-tls.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/dimma-tls.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET dimma_inspect)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/dimma-inspect.pc.in ${PROJECT_BINARY_DIR}/package/dimma-inspect.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/dimma-inspect.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET dimma_trace)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/dimma-trace.pc.in ${PROJECT_BINARY_DIR}/package/dimma-trace.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/dimma-trace.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# Wireshark's view of the flow protocol.
install(FILES ${PROJECT_SOURCE_DIR}/tools/wireshark/dimma-flow.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/wireshark)

# The interfaces of the OMG's services, for programs that are their clients.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/idl/ DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/idl)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dimma)
