#pragma once
// Converts names in a store that was written by a version of dimma whose strings were ISO 8859-1.

#include <dimma/store.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace dimma::naming {

struct Utf8Names {
  std::size_t renamed = 0;
  // Bindings that were not changed, since the name in UTF-8 is already bound or the lease has ended: printed_key().
  std::vector<std::string> left;
};

// Renames each name that is not valid UTF-8: its octets are taken as ISO 8859-1 and converted, in one transaction for
// each name. Reads the bindings of all contexts. Throws StoreError.
//
// Accepting both encodings in lookups would not be enough: a client that uses the name in UTF-8 must find it, and a
// name with two encodings could be bound twice.
Utf8Names make_names_utf8(store::Store& store);

}  // namespace dimma::naming
