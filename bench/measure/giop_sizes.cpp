#include "measure/giop_sizes.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace measure {
namespace {

constexpr std::uint32_t giop_header_octets = 12;

std::uint32_t aligned(std::uint32_t octets, std::uint32_t to) { return (octets + to - 1) / to * to; }

// Reads the CDR encapsulations of an IOR, whose first octet is the byte order.
class Encapsulation {
 public:
  explicit Encapsulation(std::vector<std::uint8_t> octets) : octets_(std::move(octets)) { little_ = octet() == 1; }

  std::uint8_t octet() { return octets_.at(position_++); }
  std::uint32_t number(std::uint32_t size = 4) {
    position_ = aligned(static_cast<std::uint32_t>(position_), size);
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      value |= static_cast<std::uint32_t>(octet()) << (8 * (little_ ? i : size - 1 - i));
    }
    return value;
  }
  void skip(std::uint32_t octets) { position_ += octets; }
  std::vector<std::uint8_t> sequence() {
    std::vector<std::uint8_t> elements(number() & 0xffffU);
    for (std::uint8_t& element : elements) element = octet();
    return elements;
  }

 private:
  std::vector<std::uint8_t> octets_;
  std::size_t position_ = 0;
  bool little_ = false;
};

std::vector<std::uint8_t> from_hexadecimal(std::string_view digits) {
  std::vector<std::uint8_t> octets;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    octets.push_back(static_cast<std::uint8_t>(std::stoul(std::string(digits.substr(i, 2)), nullptr, 16)));
  }
  return octets;
}

}  // namespace

IiopAddress iiop_address(std::string_view reference) {
  if (reference.substr(0, 4) != "IOR:") throw std::invalid_argument("no reference of the form IOR:...");
  try {
    Encapsulation ior(from_hexadecimal(reference.substr(4)));
    ior.skip(ior.number());  // repository id
    for (std::uint32_t profiles = ior.number(); profiles > 0; --profiles) {
      const std::uint32_t tag = ior.number();
      std::vector<std::uint8_t> data = ior.sequence();
      if (tag != 0) continue;
      Encapsulation profile(std::move(data));
      profile.skip(2);  // version
      IiopAddress address;
      const auto host = profile.sequence();
      if (!host.empty()) address.host.assign(host.begin(), host.end() - 1);  // without its zero octet
      address.port = static_cast<std::uint16_t>(profile.number(2));
      address.object_key = profile.sequence();
      return address;
    }
  } catch (const std::out_of_range&) {
    throw std::invalid_argument("a reference that ends too early");
  }
  throw std::invalid_argument("a reference without an IIOP profile");
}

std::uint32_t object_key_octets(std::string_view reference) {
  return static_cast<std::uint32_t>(iiop_address(reference).object_key.size());
}

MessageSizes giop_sizes(std::uint32_t object_key_octets, std::string_view operation,
                        std::optional<std::uint32_t> text_characters, bool oneway) {
  // Request id, response flags and three reserved octets, kind of target (its two octets padded to four), object key.
  std::uint32_t request = giop_header_octets + 4 + 4 + 4 + 4 + object_key_octets;
  request = aligned(request, 4) + 4 + static_cast<std::uint32_t>(operation.size()) + 1;
  request = aligned(request, 4) + 4;                     // no service contexts
  std::uint32_t reply = giop_header_octets + 4 + 4 + 4;  // request id, status, no service contexts
  if (text_characters) {
    const std::uint32_t text = 4 + *text_characters + 1;
    request = aligned(request, 8) + text;
    reply = aligned(reply, 8) + text;
  }
  return {request, oneway ? 0 : reply};
}

}  // namespace measure
