#include "classic/streams/over.hpp"

#include <dimma/classic/values/text.hpp>
#include <dimma/generated/cdr/short_text.hpp>

#include <cstdint>
#include <string>

namespace dimma::classic {

namespace {

template <class Bits>
void read_bits(cdr::Decoder& in, void* value) {
  const auto bits = in.get<Bits>();
  std::memcpy(value, &bits, sizeof bits);
}

// Returns true if the last of the octets, at least one, is their only zero.
bool ends_at(const char* text, std::size_t octets) {
  if (octets - 1 <= cdr::detail::short_text_max) return cdr::detail::is_short_text(text, octets);
  return std::memchr(text, 0, octets) == text + octets - 1;
}

// Returns a copy, which string_free() frees.
template <class C>
C* copy_of(const C* text, std::size_t length) {
  C* const copy = new C[length + 1];
  std::memcpy(copy, text, length * sizeof(C));
  copy[length] = C();
  return copy;
}

}  // namespace

void Input::get_slowly(void* value, std::size_t octets) {
  cdr::Decoder& in = commit();
  switch (octets) {
    case 1:
      read_bits<std::uint8_t>(in, value);
      break;
    case 2:
      read_bits<std::uint16_t>(in, value);
      break;
    case 4:
      read_bits<std::uint32_t>(in, value);
      break;
    default:
      read_bits<std::uint64_t>(in, value);
  }
  reload();
}

void Input::get_block_slowly(void* values, std::size_t count, std::size_t element_octets) {
  cdr::Decoder& in = commit();
  switch (element_octets) {
    case 1:
      in.get_block(static_cast<std::uint8_t*>(values), count);
      break;
    case 2:
      in.get_block(static_cast<std::uint16_t*>(values), count);
      break;
    case 4:
      in.get_block(static_cast<std::uint32_t*>(values), count);
      break;
    default:
      in.get_block(static_cast<std::uint64_t*>(values), count);
  }
  reload();
}

void Input::get_booleans(CORBA::Boolean* values, std::size_t count) {
  for (std::size_t i = 0; i != count; ++i) values[i] = get_boolean();
}

void Input::check_chars(const CORBA::Char* characters, std::size_t count) { commit().check_chars(characters, count); }

CORBA::WChar Input::get_wchar() {
  const wchar_t character = commit().get_wchar();
  reload();
  return character;
}

CORBA::Char* Input::get_string(CORBA::ULong bound) {
  constexpr std::size_t length_octets = sizeof(CORBA::ULong);
  const std::size_t before_text = (static_cast<std::size_t>(base_ - at_) & (length_octets - 1)) + length_octets;
  if (!keeps_chars_ || remaining() < before_text) [[unlikely]]
    return get_any_string(bound);
  const auto* const text = reinterpret_cast<const char*>(at_ + before_text);
  const std::size_t octets = detail::load<CORBA::ULong>(at_ + before_text - length_octets, swap_);
  if (octets == 0 || octets > remaining() - before_text || !ends_at(text, octets)) [[unlikely]]
    return get_any_string(bound);
  if (bound != 0 && octets - 1 > bound) [[unlikely]]
    malformed("a string longer than its bound");
  if (octets == 1) {  // string_free() leaves this text alone
    at_ += before_text + octets;
    return detail::empty_text(text);
  }
  char* const copy = new char[octets];
  if (octets <= cdr::detail::short_text_max) {
    cdr::detail::copy_short(copy, text, octets);
  } else {
    std::memcpy(copy, text, octets);
  }
  at_ += before_text + octets;
  return copy;
}

// Reads strings that have to be converted or have not arrived, empty ones without a zero, and malformed ones.
CORBA::Char* Input::get_any_string(CORBA::ULong bound) {
  std::string text;
  commit().get_string(text);
  reload();
  if (bound != 0 && text.size() > bound) malformed("a string longer than its bound");
  return copy_of(text.data(), text.size());
}

CORBA::WChar* Input::get_wstring(CORBA::ULong bound) {
  std::wstring text;
  commit().get_wstring(text);
  reload();
  if (bound != 0 && text.size() > bound) malformed("a wstring longer than its bound");
  return copy_of(text.data(), text.size());
}

CORBA::LongDouble Input::get_long_double() {
  const long double value = commit().get_long_double();
  reload();
  return value;
}

// Reads the length once more, since the Decoder knows what has yet to arrive and how to report what is missing.
void Input::check_length(CORBA::ULong length, std::size_t element_octets_min) {
  taken_to(at() - sizeof length);
  cdr::Decoder& in = commit();
  in.get_length(element_octets_min);
  reload();
  if (in.values() != nullptr) return;  // in chunks, of which only the Decoder knows the size
  const std::size_t left = in.left();
  const std::size_t free = left < spoken_for_ ? 0 : left - spoken_for_;
  if (length > free / (element_octets_min == 0 ? 1 : element_octets_min)) {
    malformed("a sequence whose elements exceed the remaining data");
  }
}

void Input::malformed(const char* fault) { commit().malformed(fault); }

}  // namespace dimma::classic
