#pragma once
// Compiles IDL files as `dimma-idl --classic` does, without writing anything.

#include "services/tools/port/usage.hpp"

#include <string>
#include <vector>

namespace dimma::tools::port {

struct IdlError {
  Place place;
  std::string text;
  bool is_missing_include;
};

// Returns the errors of the file; none if it compiles.
std::vector<IdlError> idl_errors(const std::string& file, const std::vector<std::string>& include_directories,
                                 const std::vector<std::string>& macros);

}  // namespace dimma::tools::port
