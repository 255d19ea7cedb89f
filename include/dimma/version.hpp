#pragma once
/// The version of dimma that a program is compiled against, and the version that it runs with.
///
/// Versions are numbered major.minor.patch. While major is 0, releases of one minor version are compatible: a program
/// compiled with 0.1.0 runs with any later shared libdimma 0.1.x, whose SONAME is libdimma.so.0.1. Another minor
/// version has another SONAME, and requires that IDL and programs are compiled again. From 1.0 on the same applies to
/// major versions.

#include <dimma/generated/cxx20.hpp>

/// The version of these headers.
#define DIMMA_VERSION_MAJOR 0
#define DIMMA_VERSION_MINOR 1
#define DIMMA_VERSION_PATCH 0
/// The version as text.
#define DIMMA_VERSION_STRING "0.1.0"

/// Combines a version into one number, for comparisons by the preprocessor: `#if DIMMA_VERSION_NUMBER >=
/// DIMMA_MAKE_VERSION(0, 2, 0)`. Minor and patch are below 1000.
#define DIMMA_MAKE_VERSION(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define DIMMA_VERSION_NUMBER DIMMA_MAKE_VERSION(DIMMA_VERSION_MAJOR, DIMMA_VERSION_MINOR, DIMMA_VERSION_PATCH)

namespace dimma {

/// A version of dimma.
struct Version {
  int major_number;
  int minor_number;
  int patch_number;
  /// The version as text, for example "0.1.0". Valid as long as the program runs.
  const char* text;
};

/// Returns the version of the library that the program is linked with; for a shared library, the version that was
/// loaded. Thread-safe. Does not throw.
Version linked_version() noexcept;

}  // namespace dimma
