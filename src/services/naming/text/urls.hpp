#pragma once
// corbaname URLs of names (CORBA Naming 1.3, 2.5.3), as NamingContextExt::to_url makes them.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::naming {

// As in a URL: letters, digits and ; / : ? @ & = + $ , - _ . ! ~ * ' ( ) stand for themselves, any other octet is %hh
// (2.5.3.4).
std::string escape_for_url(std::string_view octets);

// "corbaname:" and the address, and "#" and the name where that is not empty. `address` is what follows "corbaloc:":
// addresses, separated by commas, and perhaps '/' and a key, which may have escapes and is given those that it lacks.
// `stringified_name` is as parse_name() takes it, or empty.
// Throws AddressError for a malformed or empty address, NameError for a malformed name (text/names.hpp).
std::string corbaname_url(std::string_view address, std::string_view stringified_name);

}  // namespace dimma::naming
