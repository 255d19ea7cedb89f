// The options of the language server.
#pragma once

#include <string>

#include "idl/server/analysis/analysis.hpp"

namespace dimma::idl {

struct ServerOptions {
  AnalysisOptions analysis;  // from the command line; settings of the client are added
  std::string version;
};

}  // namespace dimma::idl
