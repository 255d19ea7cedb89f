#pragma once
// Makes corbaname URLs of names (CORBA Naming 1.3, 2.5.3), in the form of NamingContextExt::to_url.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::naming {

// Escapes octets for a URL: letters, digits and ; / : ? @ & = + $ , - _ . ! ~ * ' ( ) stand for themselves, any other
// octet becomes %hh (2.5.3.4).
std::string escape_for_url(std::string_view octets);

// Returns "corbaname:" and the address, followed by "#" and the name if that is not empty. `address` is the text after
// "corbaloc:": addresses, separated by commas, and optionally '/' and a key, which may have escapes and is given those
// that it lacks. `stringified_name` has the form that parse_name() takes, or is empty. Throws AddressError for a
// malformed or empty address, NameError for a malformed name (text/names.hpp).
std::string corbaname_url(std::string_view address, std::string_view stringified_name);

}  // namespace dimma::naming
