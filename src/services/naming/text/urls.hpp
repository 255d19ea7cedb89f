#pragma once
// Makes corbaname URLs from names (CORBA Naming 1.3, 2.5.3), in the form of NamingContextExt::to_url.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::naming {

// Escapes octets for a URL: letters, digits and ; / : ? @ & = + $ , - _ . ! ~ * ' ( ) are unchanged, other octets
// become %hh (2.5.3.4).
std::string escape_for_url(std::string_view octets);

// Returns "corbaname:" and the address, followed by "#" and the name unless that is empty. `address` is the text after
// "corbaloc:": comma-separated addresses, optionally followed by '/' and a key, to which missing escapes are added.
// `stringified_name` is empty or in the form of parse_name(). Throws AddressError for a malformed or empty address,
// NameError for a malformed name (text/names.hpp).
std::string corbaname_url(std::string_view address, std::string_view stringified_name);

}  // namespace dimma::naming
