#pragma once
/// The codec of an enumeration whose enumerators have values of their own (IDL 4.2, @value).

#include <dimma/generated/cdr/codec.hpp>

#include <cstddef>
#include <cstdint>

namespace dimma::cdr {

/// Throws CORBA::MARSHAL, since the value is not one of the enumerators.
[[noreturn]] void not_an_enumerator(std::uint64_t value);

/// Encodes the enumerator's position, as for every enumeration. Base of generated code.
template <class E, E... Enumerators>
struct valued_enum_codec {
  static constexpr std::size_t octets_min = 4;
  static constexpr E enumerators[] = {Enumerators...};

  static void write(Encoder& out, E value) {
    for (std::uint32_t i = 0; i < std::size(enumerators); ++i) {
      if (enumerators[i] == value) return out.put(i);
    }
    not_an_enumerator(static_cast<std::uint64_t>(value));
  }
  static void read(Decoder& in, E& value) {
    const auto position = in.get<std::uint32_t>();
    if (position >= std::size(enumerators)) [[unlikely]]
      in.malformed("an enumerator out of range");
    value = enumerators[position];
  }
};

}  // namespace dimma::cdr
