// The options of the language server.
#pragma once

#include <string>

#include "idl/server/analysis.hpp"

namespace dimma::idl {

struct ServerOptions {
  AnalysisOptions analysis;  // from the command line; those that the client sends at initialization are added
  std::string version;
};

}  // namespace dimma::idl
