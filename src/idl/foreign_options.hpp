// The options of other IDL compilers: those of TAOX11, TAO and omniORB that have a meaning here, or need none.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Replaces each option of another compiler by its name here, or drops it if dimma-idl always does what it asks for. An
// option without a counterpart is dropped too, with a warning. Unknown arguments are not changed, nor is an argument
// that is the value of one of dimma-idl's own options: `takes_next` tells.
std::vector<std::string> in_own_words(const std::vector<std::string>& arguments,
                                      bool (*takes_next)(const std::string& option),
                                      std::vector<std::string>& warnings);

}  // namespace dimma::idl
