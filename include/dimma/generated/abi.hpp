#pragma once
/// Makes the linker reject a program whose types have another layout than those of libdimma.
///
/// _GLIBCXX_DEBUG gives the standard library's containers another layout under the same names: a program compiled with
/// it would link with a library compiled without it, and corrupt its memory. Each source file that includes dimma
/// therefore refers to a symbol that only a library of the same kind defines, and linking fails with
/// "undefined reference to `dimma::libdimma_is_built_with_GLIBCXX_DEBUG'": compile the program and the library with the
/// same setting.

#include <dimma/generated/cxx20.hpp>

#ifdef DIMMA_CLASSIC_MAPPING
#error "this file includes <dimma/classic/...>; a source file that includes a header of the modern mapping cannot"
#endif

#ifdef _GLIBCXX_DEBUG
#define DIMMA_ABI_KIND libdimma_is_built_with_GLIBCXX_DEBUG
#else
#define DIMMA_ABI_KIND libdimma_is_built_without_GLIBCXX_DEBUG
#endif

namespace dimma {

extern const char DIMMA_ABI_KIND;
/// One pointer per program refers to the symbol.
[[gnu::used]] inline const char* const required_library = &DIMMA_ABI_KIND;

}  // namespace dimma
