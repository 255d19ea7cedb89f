#pragma once
// Reads the file that omniNames (omniORB 4) writes to its data directory, omninames-HOST.dat or .log:
//
//   port NUMBER
//   persistent ID
//   create KEY                                      a context by its object key, in hexadecimal; the first is the root
//   bind CONTEXT-IOR ID KIND ncontext|nobject IOR
//   unbind CONTEXT-IOR ID KIND
//   destroy CONTEXT-IOR
//
// In ids and kinds, a backslash precedes blanks, backslashes, tabs and newlines.

#include "services/naming/tree/records.hpp"

#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace dimma::naming {

// The message names the line and the error.
class LogError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bindings at the end of the log. The ids of contexts are derived from their keys, so that reading the log again
// gives the same ids.
struct OmniNamesTree {
  using Bindings = std::map<std::pair<std::string, std::string>, Bound>;
  std::map<std::string, Bindings> contexts;  // keyed by the octets of the context ids

  std::size_t bindings() const;
};

// Reads a log. `name` is for error messages. Ignores an incomplete last line, which omniNames leaves if it is killed.
// Throws LogError.
OmniNamesTree read_omninames_log(std::istream& in, const std::string& name);

}  // namespace dimma::naming
