// Preprocesses an IDL file: includes, macros and conditions. The result is one text with a mapping to the sources.
#pragma once

#include <optional>
#include <string>

#include "idl/preprocess/file_reader.hpp"
#include "idl/preprocess/preprocess_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/text/preprocessed_text.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

// Reads the file `path` and all included files into `files`. Errors go to `diagnostics`. Returns nullopt if the main
// file could not be read or preprocessing had to stop.
std::optional<PreprocessedText> preprocess(const std::string& path, const FileReader& reader,
                                           const PreprocessOptions& options, SourceFiles& files,
                                           Diagnostics& diagnostics);

}  // namespace dimma::idl
