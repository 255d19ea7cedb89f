#include "classic/streams/over.hpp"

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/short_text.hpp>
#include <dimma/minor.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::classic {

namespace {

template <class Bits>
Bits bits_at(const void* value) {
  Bits bits;
  std::memcpy(&bits, value, sizeof bits);
  return bits;
}

[[noreturn, gnu::cold]] void refuse_null() {
  throw ::CORBA::BAD_PARAM(minor::bad_param_argument, ::CORBA::COMPLETED_NO,
                           "a null pointer cannot be sent as a string");
}

}  // namespace

void Output::put_slowly(const void* value, std::size_t octets) {
  cdr::Encoder& out = commit();
  switch (octets) {
    case 1:
      out.put(bits_at<std::uint8_t>(value));
      break;
    case 2:
      out.put(bits_at<std::uint16_t>(value));
      break;
    case 4:
      out.put(bits_at<std::uint32_t>(value));
      break;
    default:
      out.put(bits_at<std::uint64_t>(value));
  }
  reload();
}

void Output::put_block_slowly(const void* values, std::size_t count, std::size_t element_octets) {
  cdr::Encoder& out = commit();
  switch (element_octets) {
    case 1:
      out.put_lasting_block(static_cast<const std::uint8_t*>(values), count);
      break;
    case 2:
      out.put_lasting_block(static_cast<const std::uint16_t*>(values), count);
      break;
    case 4:
      out.put_lasting_block(static_cast<const std::uint32_t*>(values), count);
      break;
    default:
      out.put_lasting_block(static_cast<const std::uint64_t*>(values), count);
  }
  reload();
}

void Output::put_chars_slowly(const CORBA::Char* characters, std::size_t count) {
  commit().put_chars(characters, count);
  reload();
}

void Output::put_wchar(CORBA::WChar character) {
  commit().put_wchar(character);
  reload();
}

void Output::put_string(const CORBA::Char* text, CORBA::ULong bound) {
  if (text == nullptr) refuse_null();
  if (bound != 0 && std::strlen(text) > bound) refuse_bound(std::strlen(text), bound);
  put_string(text);
}

void Output::put_string(const CORBA::Char* text) {
  if (text == nullptr) refuse_null();
  const std::size_t octets = std::strlen(text) + 1;
  constexpr std::size_t before_text = 7 + sizeof(CORBA::ULong);
  const auto length_sent = static_cast<CORBA::ULong>(octets);
  if (octets <= cdr::detail::short_text_max && keeps_chars_ && has_room(before_text + cdr::detail::short_text_max))
      [[likely]] {
    unsigned char* const at = padded(sizeof length_sent);
    std::memcpy(at, &length_sent, sizeof length_sent);
    cdr::detail::copy_short(at + sizeof length_sent, text, octets);
    at_ = at + sizeof length_sent + octets;
    return;
  }
  if (!keeps_chars_ || octets >= long_block || !has_room(before_text + octets)) [[unlikely]]
    return put_string_slowly(text, octets - 1);
  unsigned char* const at = padded(sizeof length_sent);
  std::memcpy(at, &length_sent, sizeof length_sent);
  std::memcpy(at + sizeof length_sent, text, octets);
  at_ = at + sizeof length_sent + octets;
}

void Output::put_string_slowly(const CORBA::Char* text, std::size_t length) {
  cdr::Encoder& out = commit();
  const std::size_t octets = length + 1;
  if (keeps_chars_ && octets >= long_block && octets <= 0xffff'ffffU) {
    out.put(static_cast<CORBA::ULong>(octets));
    out.put_lasting_octets(reinterpret_cast<const std::byte*>(text), octets, 1);
  } else {
    out.put_string(std::string_view(text, length));
  }
  reload();
}

void Output::put_wstring(const CORBA::WChar* text, CORBA::ULong bound) {
  if (text == nullptr) refuse_null();
  const std::wstring_view view(text);
  if (bound != 0 && view.size() > bound) refuse_bound(view.size(), bound);
  commit().put_wstring(view);
  reload();
}

void Output::put_long_double(CORBA::LongDouble value) {
  commit().put_long_double(value);
  reload();
}

bool Output::grow(std::size_t octets) {
  if (encoder_->swaps()) return false;
  commit().need(octets);
  reload();
  return true;
}

void Output::drain() {
  commit().drain_if_full();
  reload();
}

void Output::refuse_bound(std::size_t length, CORBA::ULong bound) {
  throw ::CORBA::BAD_PARAM(
      minor::bad_param_bound, ::CORBA::COMPLETED_NO,
      "a value of " + std::to_string(length) + " elements exceeds its IDL bound of " + std::to_string(bound));
}

}  // namespace dimma::classic
