#pragma once
// Imports the bindings of another naming service.

#include "services/naming/service/omninames_log.hpp"
#include "services/naming/service/service_log.hpp"
#include "services/naming/tree/tree.hpp"

namespace dimma::naming {

struct Imported {
  std::size_t contexts = 0;   // made
  std::size_t bindings = 0;   // bound
  std::size_t unchanged = 0;  // bindings and contexts that are already as in the log
  std::size_t kept = 0;       // names that are bound to something else, which stays
};

// Existing bindings stay. The bindings of the root are made last, so that no client sees the imported ones before; if
// there are at most 128, they are made all at once. After an error, and at any other time, the import can be repeated.
// Throws StoreError.
Imported import_tree(const OmniNamesTree& from, Tree& tree, ServiceLog& log);

// Reads the file, imports it, and reports in the log. Throws LogError, StoreError.
void import_omninames(const std::string& file, Tree& tree, ServiceLog& log);

}  // namespace dimma::naming
