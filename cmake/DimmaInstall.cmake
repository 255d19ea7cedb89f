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

# Wireshark's view of the flow protocol.
install(FILES ${PROJECT_SOURCE_DIR}/tools/wireshark/dimma-flow.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/wireshark)

# The interfaces of the OMG's services, for programs that are their clients.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/idl/ DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/idl)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dimma)
