// Preprocesses an IDL file: includes, macros, conditions. The result is one text and the way back to the sources.
#pragma once

#include <optional>
#include <string>

#include "idl/preprocess/file_reader.hpp"
#include "idl/preprocess/preprocess_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/text/preprocessed_text.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

// Reads `path` and all it includes into `files`. Errors go to `diagnostics`; nothing is returned when the main file
// could not be read at all or preprocessing had to stop.
std::optional<PreprocessedText> preprocess(const std::string& path, const FileReader& reader,
                                           const PreprocessOptions& options, SourceFiles& files,
                                           Diagnostics& diagnostics);

}  // namespace dimma::idl
