# Debian's cross compiler for 64-bit ARM (g++-aarch64-linux-gnu), and qemu to run its programs (qemu-user-static).
# DIMMA_SYSROOT is a folder with that machine's libraries, as `mmdebstrap --arch=arm64 --variant=extract` unpacks them.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DIMMA_SYSROOT)
if(DIMMA_SYSROOT)
  set(CMAKE_SYSROOT ${DIMMA_SYSROOT})
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${DIMMA_SYSROOT})
  # pkg-config searches the sysroot, and prefixes the paths that it prints with the sysroot's.
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${DIMMA_SYSROOT})
  set(ENV{PKG_CONFIG_LIBDIR} ${DIMMA_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${DIMMA_SYSROOT}/usr/share/pkgconfig)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# Finds a dimma that is installed outside of the sysroot, by CMAKE_PREFIX_PATH.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
