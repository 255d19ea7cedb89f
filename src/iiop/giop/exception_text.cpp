#include "iiop/giop/exception_text.hpp"

#include "iiop/giop/encapsulated.hpp"

#include <algorithm>

namespace dimma::iiop {

std::string_view cut_exception_text(std::string_view text) noexcept {
  if (text.size() <= exception_text_octets_max) return text;
  constexpr std::size_t character_octets_max = 4;
  const auto goes_on = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U; };
  std::size_t size = exception_text_octets_max;
  while (goes_on(size) && exception_text_octets_max - size < character_octets_max) --size;
  return text.substr(0, goes_on(size) ? exception_text_octets_max : size);  // goes_on(size): not UTF-8
}

iop::ServiceContext exception_text(std::string_view text) {
  std::string words(cut_exception_text(text));
  std::ranges::replace(words, '\0', ' ');  // a zero would end the string
  const auto said = encapsulated(context_exception_text, [&](cdr::Encoder& out) { out.put_string(words); });
  const auto* const first = reinterpret_cast<const std::uint8_t*>(said.data.data());
  return iop::ServiceContext(context_exception_text, iop::Octets(first, first + said.data.size()));
}

std::string read_exception_text(const ServiceContexts& contexts) {
  const auto said = contexts.find(context_exception_text);
  if (!said) return {};
  std::string words;
  try {
    cdr::Decoder order(*said, std::endian::big);
    cdr::Decoder in(*said, order.get_boolean() ? std::endian::little : std::endian::big);
    in.skip(1);
    words = in.get_string_view();
  } catch (const CORBA::MARSHAL&) {
    return {};
  }
  if (words.size() > exception_text_octets_max) return {};
  const auto is_control = [](char character) {
    const auto code = static_cast<unsigned char>(character);
    return code < 0x20 || code == 0x7f;
  };
  std::ranges::replace_if(words, is_control, ' ');
  return words;
}

}  // namespace dimma::iiop
