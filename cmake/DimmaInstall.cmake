# The files of `cmake --install`: the public headers, the library, dimma-idl, a CMake package and a pkg-config file. The
# whole may be moved to another prefix afterwards. Its components are those of the packages (DimmaPackages.cmake).
option(DIMMA_INSTALL "Generate the installation" ${PROJECT_IS_TOP_LEVEL})
if(NOT DIMMA_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)
option(DIMMA_PACKAGES "Install what Debian's packages have besides, and let cpack make them" OFF)

# On Debian zsh finds the completions of packages in another folder than on other systems.
set(dimma_zsh_functions site-functions)
if(DIMMA_PACKAGES)
  set(dimma_zsh_functions vendor-completions)
endif()
set(dimma_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dimma)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

# dimma_install_completion(PROGRAM COMPONENT): the program's completion in shells. One file serves all programs, and is
# installed under the name of each, by which a shell finds it.
function(dimma_install_completion program component)
  set(completion ${PROJECT_SOURCE_DIR}/packaging/completion)
  install(FILES ${completion}/dimma.bash RENAME ${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${component})
  install(FILES ${completion}/dimma.zsh RENAME _${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${dimma_zsh_functions} COMPONENT ${component})
  install(FILES ${completion}/dimma.fish RENAME ${program}.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${component})
endfunction()

# dimma_install_manual(PAGE COMPONENT): a manual page, as "dimma.1"; packages contain it compressed.
function(dimma_install_manual name component)
  set(page ${PROJECT_SOURCE_DIR}/packaging/man/${name})
  if(DIMMA_PACKAGES)
    set(compressed ${PROJECT_BINARY_DIR}/package/${name}.gz)
    dimma_compress(${page} ${compressed})
    set(page ${compressed})
  endif()
  string(REGEX MATCH "[0-9]$" section ${name})
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${component})
endfunction()
function(dimma_compress from to)  # without a time stamp, so that the same input gives the same package
  find_program(DIMMA_GZIP gzip REQUIRED)
  cmake_path(GET to PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${DIMMA_GZIP} -9nc ${from} OUTPUT_FILE ${to} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${from})
endfunction()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dimma DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.hh")
install(TARGETS dimma EXPORT dimmaTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT dimmaTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
if(TARGET dimma_static)
  # With dimma_USE_STATIC_LIBS this is dimma::dimma, instead of the shared library.
  install(TARGETS dimma_static EXPORT dimmaStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dimmaStaticTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
endif()
install(TARGETS dimma_taox11 EXPORT dimmaTaox11Targets)
install(EXPORT dimmaTaox11Targets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
if(TARGET dimma-idl)
  # Apart from the library, because a cross build needs a compiler that runs on the build machine.
  install(TARGETS dimma-idl EXPORT dimmaCompilerTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  install(EXPORT dimmaCompilerTargets NAMESPACE dimma:: DESTINATION ${dimma_package_dir} COMPONENT tools)
  dimma_install_manual(dimma-idl.1 tools)
  dimma_install_completion(dimma-idl tools)
endif()

# dimma_install_component(NAME EXPORT): a static library that a project asks for by find_package(dimma COMPONENTS NAME).
function(dimma_install_component name export)
  if(TARGET dimma_${name})
    install(TARGETS dimma_${name} EXPORT dimma${export}Targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT dimma${export}Targets NAMESPACE dimma:: DESTINATION ${dimma_package_dir})
  endif()
endfunction()
dimma_install_component(store Store)            # needs SQLiteCpp
dimma_install_component(store_etcd StoreEtcd)   # needs "store", Boost.JSON and OpenSSL
dimma_install_component(tls Tls)                # needs OpenSSL
dimma_install_component(inspect Inspect)        # needs Boost.JSON
dimma_install_component(trace Trace)            # likewise
dimma_install_component(sealed Sealed)          # replaces malloc
dimma_install_component(naming Naming)          # for servers that publish themselves
dimma_install_component(classic Classic)        # the mapping of omniORB and TAO
dimma_install_component(omniorb OmniOrb)        # needs "classic"
dimma_install_component(tao Tao)                # likewise

# The program dimma.
if(TARGET dimma_command)
  install(TARGETS dimma_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  dimma_install_manual(dimma.1 tools)
  dimma_install_manual(dimma-options.7 tools)
  dimma_install_completion(dimma tools)
endif()

# The naming service and its systemd unit.
set(DIMMA_SYSTEMD_UNITS lib/systemd/system CACHE STRING "Where units of systemd are installed")
if(TARGET dimma-naming)
  install(TARGETS dimma-naming RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT naming)
  dimma_install_manual(dimma-naming.1 naming)
  dimma_install_completion(dimma-naming naming)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/systemd/dimma-naming.service DESTINATION ${DIMMA_SYSTEMD_UNITS}
          COMPONENT naming)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/dimmaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/dimmaConfig.cmake INSTALL_DESTINATION ${dimma_package_dir})
# The promise of include/dimma/version.hpp.
set(dimma_compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(dimma_compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/dimmaConfigVersion.cmake
  COMPATIBILITY ${dimma_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/package/dimmaConfig.cmake ${PROJECT_BINARY_DIR}/package/dimmaConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/DimmaIdl.cmake
              ${CMAKE_CURRENT_LIST_DIR}/DimmaComponents.cmake
        DESTINATION ${dimma_package_dir})

# The path from the .pc file's folder to the prefix, so that the file does not contain the prefix.
file(RELATIVE_PATH dimma_prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(TRANSFORM dimma_public_definitions PREPEND " -D" OUTPUT_VARIABLE dimma_pc_definitions)
list(JOIN dimma_pc_definitions "" dimma_pc_definitions)
function(dimma_install_pkg_config name)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/package/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
dimma_install_pkg_config(dimma)
foreach(component naming store store-etcd tls inspect trace sealed classic omniorb tao)
  string(REPLACE "-" "_" target dimma_${component})
  if(TARGET ${target})
    dimma_install_pkg_config(dimma-${component})
  endif()
endforeach()

# The names of omniORB's compiler and pkg-config modules, for makefiles that have them. The folder is one that no search
# finds, so that a program uses them only if its builder wants it to.
if(TARGET dimma_omniorb)
  set(dimma_omniorb_dir ${CMAKE_INSTALL_LIBDIR}/dimma/omniorb)
  cmake_path(APPEND CMAKE_INSTALL_FULL_LIBDIR dimma/omniorb OUTPUT_VARIABLE dimma_omniorb_full_dir)
  file(RELATIVE_PATH dimma_prefix_from_omniorb_pc ${dimma_omniorb_full_dir}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  file(RELATIVE_PATH dimma_bin_from_omniidl ${dimma_omniorb_full_dir}/bin ${CMAKE_INSTALL_FULL_BINDIR})
  foreach(name omniORB4 omniDynamic4 omnithread4)
    configure_file(${PROJECT_SOURCE_DIR}/packaging/omniorb/${name}.pc.in ${PROJECT_BINARY_DIR}/package/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc DESTINATION ${dimma_omniorb_dir}/pkgconfig)
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/packaging/omniorb/omniidl.in ${PROJECT_BINARY_DIR}/package/omniidl @ONLY)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/package/omniidl DESTINATION ${dimma_omniorb_dir}/bin)
endif()

# Wireshark's dissector of the flow protocol.
install(FILES ${PROJECT_SOURCE_DIR}/tools/wireshark/dimma-flow.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/wireshark
        COMPONENT tools)

# The interfaces of the OMG's services, for their clients. dimma-idl searches this folder by default.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/idl/ DESTINATION ${CMAKE_INSTALL_DATADIR}/dimma/idl COMPONENT development)

if(DIMMA_PACKAGES)
  include(DimmaPackages)
else()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/dimma)
endif()
