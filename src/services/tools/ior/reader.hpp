#pragma once
// Reads the octets of a reference, as far as they are valid.

#include <dimma/generated/cdr/decoder.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::tools::ior {

using OctetsView = std::span<const std::byte>;

// An error in the octets. The message has its offset in the reference, counted from 0 after "IOR:".
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A part of the reference, and its offset.
struct Stretch {
  OctetsView octets;
  std::size_t offset = 0;
};

// Reads an encapsulation. The functions throw Damage, whose message names the item `what` that could not be read.
class Reader {
 public:
  // Reads the byte order.
  explicit Reader(const Stretch& encapsulation);

  bool is_little_endian() const noexcept { return in_.order() == std::endian::little; }
  // Returns the offset of the next octet in the reference.
  std::size_t offset() const noexcept { return offset_ + 1 + in_.offset(); }
  std::size_t left() const noexcept { return in_.remaining(); }

  bool boolean(const char* what);
  template <class Number>
  Number number(const char* what) {
    try {
      return in_.get<Number>();
    } catch (const CORBA::MARSHAL&) {
      refuse(what);
    }
  }
  std::string_view text(const char* what);
  // Returns the number of elements that follow, each of which has at least `octets_min` octets.
  std::uint32_t count(const char* what, std::size_t octets_min);
  // Reads a sequence of octets. If it is longer than the remaining octets and `shortened` is not nullptr, returns the
  // remaining octets and sets `shortened` to a description of the error.
  Stretch octets(const char* what, std::string* shortened = nullptr);

 private:
  [[noreturn]] void refuse(const std::string& what) const;

  std::size_t offset_;
  cdr::Decoder in_;
};

// Returns "12 octets: 00 01 ..."; only the first octets if there are many.
std::string octets_text(OctetsView octets);
// Returns all octets as hexadecimal digits.
std::string hexadecimal(OctetsView octets);
// Returns printable ASCII unchanged, each backslash as two, and other octets as \xHH.
std::string ascii(OctetsView octets);
// Returns the number in the form "0x54414f00".
std::string hexadecimal(std::uint32_t number);

}  // namespace dimma::tools::ior
