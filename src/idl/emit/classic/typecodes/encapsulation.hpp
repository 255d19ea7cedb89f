// Encodes numbers and strings in a CDR encapsulation (CORBA 3.3 part 2, 9.3.3), with the smallest octets first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::idl::classic {

class Encapsulation {
 public:
  Encapsulation() { put_octet(smallest_first); }

  // Each number is aligned to its size, counted from the beginning of the innermost encapsulation.
  void put_octet(std::uint8_t value) { put(value, 1); }
  void put_short(std::uint16_t value) { put(value, 2); }
  void put_long(std::uint32_t value) { put(value, 4); }
  void put_long_long(std::uint64_t value) { put(value, 8); }
  void put_string(std::string_view text);
  // An encoded wchar of GIOP 1.2: the number of octets, and a UTF-16 code unit with the largest octet first.
  void put_wide_character(char16_t unit);

  // Returns the place of a long that is encoded next, in all octets.
  std::size_t place_of_long();

  // Encodes the length of another encapsulation and its beginning. Everything until the end of this object's life is
  // within it.
  class Nested {
   public:
    explicit Nested(Encapsulation& around);
    ~Nested();
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Encapsulation& around_;
    const std::size_t begin_of_outer_;
  };

  const std::string& octets() const { return octets_; }

 private:
  static constexpr std::uint8_t smallest_first = 1;

  void put(std::uint64_t value, std::size_t size);
  void align(std::size_t size);

  std::string octets_;
  std::size_t begin_ = 0;  // the innermost encapsulation begins here
};

}  // namespace dimma::idl::classic
