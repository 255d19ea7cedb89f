// The options of other IDL compilers: those of TAOX11, TAO and omniORB that have a meaning here, or need none.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// The arguments with each option of another compiler replaced by what it is called here, or left out where all that it
// asks for is there anyway. What neither they nor dimma-idl know stays as it is. An option that asks for something that
// dimma-idl has no counterpart of is left out, and a warning says so.
std::vector<std::string> in_own_words(const std::vector<std::string>& arguments, std::vector<std::string>& warnings);

}  // namespace dimma::idl
