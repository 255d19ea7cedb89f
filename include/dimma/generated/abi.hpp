#pragma once
/// Makes the linker refuse a program whose objects have another layout than those of libdimma.
///
/// With _GLIBCXX_DEBUG the standard library's containers are other types of the same names: a program that is compiled
/// with it links with a library that is not, and then damages its memory. Each source file that includes dimma refers
/// to a symbol that only a library of its own kind defines, so that linking fails instead with
/// "undefined reference to `dimma::libdimma_is_built_with_GLIBCXX_DEBUG'": compile the program and the library
/// with the same setting.

#include <dimma/generated/cxx20.hpp>

#ifdef _GLIBCXX_DEBUG
#define DIMMA_ABI_KIND libdimma_is_built_with_GLIBCXX_DEBUG
#else
#define DIMMA_ABI_KIND libdimma_is_built_without_GLIBCXX_DEBUG
#endif

namespace dimma {

extern const char DIMMA_ABI_KIND;
/// The only pointer in the program that refers to it.
[[gnu::used]] inline const char* const required_library = &DIMMA_ABI_KIND;

}  // namespace dimma
