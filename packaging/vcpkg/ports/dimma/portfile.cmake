# An overlay port of the checkout that it is in: vcpkg install dimma --overlay-ports=packaging/vcpkg/ports
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES tls DIMMA_TLS)
# The compiler runs on the machine that builds: where it is no feature of this build, it is the host's.
if(NOT "idl-compiler" IN_LIST FEATURES)
  list(APPEND FEATURE_OPTIONS "-DDIMMA_IDL_COMPILER=${CURRENT_HOST_INSTALLED_DIR}/tools/dimma/dimma-idl")
endif()

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${FEATURE_OPTIONS}
    -DDIMMA_BUILD_TESTS=OFF
    -DDIMMA_BUILD_PROGRAMS=OFF
    -DDIMMA_BUILD_SERVICES=OFF
    -DDIMMA_WARNINGS_ARE_ERRORS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/dimma)
vcpkg_fixup_pkgconfig()
if("idl-compiler" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES dimma-idl AUTO_CLEAN)
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
