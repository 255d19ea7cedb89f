#pragma once
// The sizes of the Time example's messages, so that the bare socket loop can send as many octets.

#include "measure/socket_loop.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace measure {

// An object's address and key.
struct IiopAddress {
  std::string host;
  std::uint16_t port = 0;
  std::vector<std::uint8_t> object_key;
};
// The address in the first IIOP profile of an "IOR:..." reference. Throws std::invalid_argument for another text.
IiopAddress iiop_address(std::string_view reference);
// The length of the object key in that profile. Throws as iiop_address().
std::uint32_t object_key_octets(std::string_view reference);

// The sizes of a GIOP 1.2 request without service contexts, and of its reply: for `operation` of an object with a key
// of that length. If `text_characters` is given, both have a string of that many characters.
MessageSizes giop_sizes(std::uint32_t object_key_octets, std::string_view operation,
                        std::optional<std::uint32_t> text_characters, bool oneway);

}  // namespace measure
