#pragma once
// Random values of types.idl from a seed.

#include <types.hpp>

#include <random>
#include <string>

namespace mapped {

class Values {
 public:
  explicit Values(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool even() { return below(2) == 0; }

  std::string text() {
    std::string made(below(20), ' ');
    for (char& character : made) character = static_cast<char>(' ' + below(95));
    return made;
  }
  // Returns a character of the basic multilingual plane or beyond, except for surrogates and zero.
  wchar_t wide_character() {
    static constexpr std::uint32_t from[] = {' ', 0xa0, 0x2000, 0xe000};
    static constexpr std::uint32_t count[] = {95, 0x500, 0xb000, 0x1000};
    const std::uint32_t range = below(4);
    return static_cast<wchar_t>(from[range] + below(count[range]));
  }
  std::wstring wide_text(std::uint32_t limit = 20) {
    std::wstring made(below(limit + 1), L' ');
    for (wchar_t& character : made) character = wide_character();
    if (made.size() > 2 && limit > 10 && even()) made[1] = static_cast<wchar_t>(0x1d11e);
    return made;
  }
  Types::Octets octets() {
    Types::Octets made(below(30));
    for (auto& octet : made) octet = static_cast<std::uint8_t>(below(256));
    return made;
  }
  std::int32_t number() { return static_cast<std::int32_t>(random_()); }
  double exact() { return number() / 1024.0; }
  Types::Point point() { return Types::Point(number(), number()); }
  Types::Suit suit() { return static_cast<Types::Suit>(below(4)); }

  Types::Choice choice();
  Types::Tree tree(std::uint32_t depth = 3);
  Types::Unions unions();
  Types::Wide wide();
  CORBA::Any any(std::uint32_t depth = 2);
  Types::Anys anys();

 private:
  std::mt19937 random_;
};

}  // namespace mapped
