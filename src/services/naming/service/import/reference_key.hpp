#pragma once
// Determines which object a reference denotes, without an ORB.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::naming {

struct ReferenceKey {
  std::string host;
  std::uint16_t port = 0;
  std::string object_key;
};

// Returns the key in the first IIOP profile of a reference, which is an encapsulation (CORBA 3.3 part 2, 7.6.2 and
// 9.7.2); nullopt if it has none or is malformed.
std::optional<ReferenceKey> key_in_reference(std::string_view reference);

}  // namespace dimma::naming
