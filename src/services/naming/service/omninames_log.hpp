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
// In ids and kinds, blanks, backslashes, tabs and ends of lines have a backslash before them.

#include "services/naming/tree/records.hpp"

#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace dimma::naming {

// The text says which line is wrong, and how.
class LogError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bindings at the end of the log. The ids of contexts are derived from their keys, and are the same each time the
// log is read.
struct OmniNamesTree {
  using Bindings = std::map<std::pair<std::string, std::string>, Bound>;
  std::map<std::string, Bindings> contexts;  // keyed by the octets of their ids

  std::size_t bindings() const;
};

// `name` is for errors. Throws LogError. Ignores a last line without an end, which omniNames leaves if it is killed.
OmniNamesTree read_omninames_log(std::istream& in, const std::string& name);

}  // namespace dimma::naming
