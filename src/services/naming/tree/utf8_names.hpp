#pragma once
// Names that a version of dimma has stored whose strings were ISO 8859-1.

#include <dimma/store.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace dimma::naming {

struct Utf8Names {
  std::size_t renamed = 0;
  // Bindings that stay as they are, as printed_key() has them: the name is taken in UTF-8.
  std::vector<std::string> left;
};

// Binds each name whose octets are not UTF-8 as the characters that they are in ISO 8859-1, each in one transaction.
// Reads the bindings of all contexts. Throws StoreError.
//
// They are renamed rather than found as they are: a client that says the name in UTF-8 has to find it, and a name in
// two forms could be bound twice.
Utf8Names make_names_utf8(store::Store& store);

}  // namespace dimma::naming
