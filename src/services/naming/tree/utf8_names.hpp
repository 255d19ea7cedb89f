#pragma once
// Names that a version of dimma has stored whose strings were ISO 8859-1.

#include <dimma/store.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace dimma::naming {

struct Utf8Names {
  std::size_t renamed = 0;
  // Bindings that stay unchanged, as printed_key() writes them: the name in UTF-8 is taken.
  std::vector<std::string> left;
};

// Binds each name whose octets are not UTF-8 as the characters that they are in ISO 8859-1, each in one transaction.
// Reads the bindings of all contexts. Throws StoreError.
//
// They are renamed, not just found by both names: a client that says the name in UTF-8 has to find it, and a name in
// two forms could be bound twice.
Utf8Names make_names_utf8(store::Store& store);

}  // namespace dimma::naming
