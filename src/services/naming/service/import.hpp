#pragma once
// Takes over what another naming service had.

#include "services/naming/service/omninames_log.hpp"
#include "services/naming/service/service_log.hpp"
#include "services/naming/tree/tree.hpp"

namespace dimma::naming {

struct Imported {
  std::size_t contexts = 0;   // made
  std::size_t bindings = 0;   // bound
  std::size_t unchanged = 0;  // bindings and contexts that are as in the log already
  std::size_t kept = 0;       // bindings of names that are bound to something else, which stays
};

// Existing bindings stay. The bindings of the root are made last, so that until then nobody sees the imported ones; if
// they are 128 or fewer, all of them at once. After an error it can be done again, as it can be at any time. Throws
// StoreError.
Imported import_tree(const OmniNamesTree& from, Tree& tree, ServiceLog& log);

// Reads the file, imports it, and says in the log what has been done. Throws LogError, StoreError.
void import_omninames(const std::string& file, Tree& tree, ServiceLog& log);

}  // namespace dimma::naming
