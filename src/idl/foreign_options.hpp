// Translates the options of other IDL compilers: TAOX11, TAO and omniORB.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Replaces each option of another compiler by its equivalent, or drops it if dimma-idl always does what it requests. An
// option without an equivalent is dropped too, with a warning. Unknown arguments are not changed, nor are the values of
// dimma-idl's own options: `takes_next` returns true for an option whose value is the next argument.
std::vector<std::string> in_own_words(const std::vector<std::string>& given,
                                      bool (*takes_next)(const std::string& option),
                                      std::vector<std::string>& warnings);

}  // namespace dimma::idl
