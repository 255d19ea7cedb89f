#pragma once
// How many octets the messages of the Time example have, so that the bare socket loop can send as many.

#include "measure/socket_loop.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace measure {

// The place of an object.
struct IiopAddress {
  std::string host;
  std::uint16_t port = 0;
  std::vector<std::uint8_t> object_key;
};
// The address in the first IIOP profile of an "IOR:..." reference. Throws std::invalid_argument if it is no such
// reference.
IiopAddress iiop_address(std::string_view reference);
// The length of its object key. Throws as iiop_address().
std::uint32_t object_key_octets(std::string_view reference);

// The sizes of a GIOP 1.2 request without service contexts, for `operation` at an object with such a key, with a string
// of so many characters as its one argument (or none), and of the reply, which has the string again (or nothing).
MessageSizes giop_sizes(std::uint32_t object_key_octets, std::string_view operation,
                        std::optional<std::uint32_t> text_characters, bool oneway);

}  // namespace measure
