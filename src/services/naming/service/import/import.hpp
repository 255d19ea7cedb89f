#pragma once
// Imports the bindings of another naming service.

#include "services/naming/service/common/service_log.hpp"
#include "services/naming/service/import/omninames_log.hpp"
#include "services/naming/tree/tree.hpp"

namespace dimma::naming {

struct Imported {
  std::size_t contexts = 0;   // created contexts
  std::size_t bindings = 0;   // created bindings
  std::size_t unchanged = 0;  // bindings and contexts that already match the log
  std::size_t kept = 0;       // names that remain bound to something else
};

// Creates missing contexts and bindings, and keeps existing ones. The bindings of the root are created last, so that
// clients see the imported bindings only when they are complete; up to 128 are created in one transaction. The import
// can be repeated, for example after an error. Throws StoreError.
Imported import_tree(const OmniNamesTree& from, Tree& tree, ServiceLog& log);

// Imports the file, and logs the result. Throws LogError, StoreError.
void import_omninames(const std::string& file, Tree& tree, ServiceLog& log);

}  // namespace dimma::naming
