#pragma once
// Converts names that a version of dimma has stored whose strings were ISO 8859-1.

#include <dimma/store.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace dimma::naming {

struct Utf8Names {
  std::size_t renamed = 0;
  // The bindings that stay unchanged since the name in UTF-8 is taken, in the form of printed_key().
  std::vector<std::string> left;
};

// Binds each name whose octets are not UTF-8 by the characters that they are in ISO 8859-1, each in one transaction.
// Reads the bindings of all contexts. Throws StoreError.
//
// The names are renamed, rather than found by both forms: a client that uses the name in UTF-8 has to find it, and a
// name in two forms could be bound twice.
Utf8Names make_names_utf8(store::Store& store);

}  // namespace dimma::naming
